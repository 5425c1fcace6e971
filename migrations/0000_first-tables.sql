CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`team_id` text,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`key_start` text NOT NULL,
	`key_end` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_key_hash_unique` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE INDEX `api_keys_team` ON `api_keys` (`team_id`);--> statement-breakpoint
CREATE TABLE `credit_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`timestamp` integer NOT NULL,
	`source` text DEFAULT 'usage' NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`allowance_amount` integer DEFAULT 0 NOT NULL,
	`details` text,
	`metadata` text,
	CONSTRAINT "credit_transactions_owner_kind" CHECK("credit_transactions"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "credit_transactions_source" CHECK("credit_transactions"."source" in ('subscription', 'usage', 'initial', 'purchase'))
);
--> statement-breakpoint
CREATE INDEX `credit_transactions_owner_time` ON `credit_transactions` (`owner_kind`,`owner_id`,`timestamp`);--> statement-breakpoint
CREATE TABLE `job_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`source_id` text NOT NULL,
	`generation` integer NOT NULL,
	`status` text NOT NULL,
	`url` text NOT NULL,
	`display_name` text NOT NULL,
	`error` text,
	`docs_count` integer DEFAULT 0 NOT NULL,
	`started_by_user_id` text,
	`start_time` integer NOT NULL,
	`end_time` integer,
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_runs_owner_kind" CHECK("job_runs"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "job_runs_status" CHECK("job_runs"."status" in ('CRAWLING', 'INDEXING', 'COMPLETE', 'FAILED'))
);
--> statement-breakpoint
CREATE INDEX `job_runs_owner_start` ON `job_runs` (`owner_kind`,`owner_id`,`start_time`);--> statement-breakpoint
CREATE INDEX `job_runs_source` ON `job_runs` (`source_id`,`start_time`);--> statement-breakpoint
CREATE INDEX `job_runs_status_start` ON `job_runs` (`status`,`start_time`);--> statement-breakpoint
CREATE TABLE `private_indexes` (
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`index_id` text DEFAULT 'default' NOT NULL,
	`total_docs` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner_kind`, `owner_id`, `index_id`),
	CONSTRAINT "private_indexes_owner_kind" CHECK("private_indexes"."owner_kind" in ('user', 'team', 'public'))
);
--> statement-breakpoint
CREATE TABLE `sources` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`index_id` text DEFAULT 'default' NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`url` text NOT NULL,
	`version` text,
	`generation` integer DEFAULT 1 NOT NULL,
	`total_pages` integer DEFAULT 0 NOT NULL,
	`total_chunks` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`last_indexed_at` integer,
	CONSTRAINT "sources_owner_kind" CHECK("sources"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "sources_kind" CHECK("sources"."kind" in ('site'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sources_owner_name` ON `sources` (`owner_kind`,`owner_id`,`name`);--> statement-breakpoint
CREATE INDEX `sources_owner_url` ON `sources` (`owner_kind`,`owner_id`,`url`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`display_name` text,
	`photo_url` text,
	`tier` text DEFAULT 'Free' NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_tier" CHECK("users"."tier" in ('Free', 'Basic', 'Pro'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);