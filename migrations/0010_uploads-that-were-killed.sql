ALTER TABLE `pdf_sets` ADD `upload_began_at` integer;--> statement-breakpoint
CREATE INDEX `pdf_sets_progress` ON `pdf_sets` (`status`,`progress_at`);--> statement-breakpoint
CREATE INDEX `pdf_sets_upload` ON `pdf_sets` (`upload_began_at`) WHERE "pdf_sets"."upload_began_at" is not null;