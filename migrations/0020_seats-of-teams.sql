ALTER TABLE `billing_customers` ADD `changing_until` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `paid_quantity` integer DEFAULT 1 NOT NULL;