ALTER TABLE `status_days` ADD `last_check_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `status_days` ADD `last_failure_at` integer;