CREATE TABLE `catalog_starts` (
	`entry` text PRIMARY KEY NOT NULL,
	`try_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `catalog_suggesters` (
	`url` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text,
	`note` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`url`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `catalog_suggesters_user` ON `catalog_suggesters` (`user_id`);--> statement-breakpoint
CREATE TABLE `catalog_suggestions` (
	`url` text PRIMARY KEY NOT NULL,
	`people` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL
);
