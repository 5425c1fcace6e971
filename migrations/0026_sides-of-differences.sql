ALTER TABLE `billing_differences` ADD `at_stripe` text;--> statement-breakpoint
ALTER TABLE `billing_differences` ADD `here` text;