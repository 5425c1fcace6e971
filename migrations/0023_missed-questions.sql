CREATE TABLE `missed_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`question` text NOT NULL,
	`page_url` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `missed_questions_created` ON `missed_questions` (`created_at`);