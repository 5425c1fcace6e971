CREATE TABLE `chat_models` (
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`url` text NOT NULL,
	`model` text NOT NULL,
	`sealed_key` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner_kind`, `owner_id`),
	CONSTRAINT "chat_models_owner_kind" CHECK("chat_models"."owner_kind" in ('user', 'team', 'public'))
);
--> statement-breakpoint
CREATE TABLE `chat_shares` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `chat_shares_conversation` ON `chat_shares` (`user_id`,`conversation_id`);