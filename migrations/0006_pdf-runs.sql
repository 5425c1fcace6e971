ALTER TABLE `pdf_files` ADD `language` text;--> statement-breakpoint
ALTER TABLE `pdf_sets` ADD `run_id` text;--> statement-breakpoint
ALTER TABLE `pdf_sets` ADD `progress_at` integer;