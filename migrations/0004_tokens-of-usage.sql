ALTER TABLE `credit_transactions` ADD `tokens_sent` integer;--> statement-breakpoint
ALTER TABLE `credit_transactions` ADD `tokens_of_full_pages` integer;