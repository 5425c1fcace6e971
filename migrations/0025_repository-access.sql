CREATE TABLE `repository_access` (
	`repository_id` text NOT NULL,
	`user_id` text NOT NULL,
	`github_user_id` text NOT NULL,
	`may_read` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`repository_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `repository_access_user` ON `repository_access` (`user_id`);--> statement-breakpoint
CREATE INDEX `repository_access_seen` ON `repository_access` (`seen_at`);