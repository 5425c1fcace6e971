-- D1 keeps foreign keys on while it migrates, so `sources` gets its new checks under another name first, and the table that
-- refers to it is laid anew.
ALTER TABLE `sources` RENAME TO `old_sources`;
--> statement-breakpoint
DROP INDEX `sources_owner_name_version`;
--> statement-breakpoint
DROP INDEX `sources_owner_name_unversioned`;
--> statement-breakpoint
DROP INDEX `sources_owner_url`;
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
	`options` text,
	`sealed_headers` text,
	`refresh_due_at` integer,
	`failed_runs` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sources_owner_kind" CHECK("sources"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "sources_kind" CHECK("sources"."kind" in ('site', 'repository', 'pdf-set', 'package', 'api-description'))
);
--> statement-breakpoint
INSERT INTO `sources`("id", "owner_kind", "owner_id", "index_id", "kind", "name", "description", "url", "version", "generation", "total_pages", "total_chunks", "created_at", "updated_at", "last_indexed_at") SELECT "id", "owner_kind", "owner_id", "index_id", "kind", "name", "description", "url", "version", "generation", "total_pages", "total_chunks", "created_at", "updated_at", "last_indexed_at" FROM `old_sources`;
--> statement-breakpoint
CREATE TABLE `__new_job_runs` (
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
	CONSTRAINT "job_runs_owner_kind" CHECK("__new_job_runs"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "job_runs_status" CHECK("__new_job_runs"."status" in ('CRAWLING', 'INDEXING', 'COMPLETE', 'FAILED'))
);
--> statement-breakpoint
INSERT INTO `__new_job_runs`(`id`, `owner_kind`, `owner_id`, `source_id`, `generation`, `status`, `url`, `display_name`, `error`, `docs_count`, `started_by_user_id`, `start_time`, `end_time`) SELECT `id`, `owner_kind`, `owner_id`, `source_id`, `generation`, `status`, `url`, `display_name`, `error`, `docs_count`, `started_by_user_id`, `start_time`, `end_time` FROM `job_runs`;
--> statement-breakpoint
DROP TABLE `job_runs`;
--> statement-breakpoint
ALTER TABLE `__new_job_runs` RENAME TO `job_runs`;
--> statement-breakpoint
CREATE INDEX `job_runs_owner_start` ON `job_runs` (`owner_kind`,`owner_id`,`start_time`);
--> statement-breakpoint
CREATE INDEX `job_runs_source` ON `job_runs` (`source_id`,`start_time`);
--> statement-breakpoint
CREATE INDEX `job_runs_status_start` ON `job_runs` (`status`,`start_time`);
--> statement-breakpoint
DROP TABLE `old_sources`;
--> statement-breakpoint
CREATE UNIQUE INDEX `sources_owner_name_version` ON `sources` (`owner_kind`,`owner_id`,`name`,`version`);
--> statement-breakpoint
CREATE UNIQUE INDEX `sources_owner_name_unversioned` ON `sources` (`owner_kind`,`owner_id`,`name`) WHERE "sources"."version" is null;
--> statement-breakpoint
CREATE INDEX `sources_refresh_due` ON `sources` (`refresh_due_at`);
--> statement-breakpoint
CREATE INDEX `sources_owner_url` ON `sources` (`owner_kind`,`owner_id`,`url`);
--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_provider_account` ON `accounts` (`provider_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `audit_events` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`details` text NOT NULL,
	`ip_address` text,
	`created_at` integer NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_events_chain` ON `audit_events` (`owner_kind`,`owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `audit_events_time` ON `audit_events` (`owner_kind`,`owner_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`marketing_consent` integer NOT NULL,
	`provenance` text NOT NULL,
	`text_version` text NOT NULL,
	`country` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consents_provenance" CHECK("consents"."provenance" in ('defaulted', 'clicked', 'changed'))
);
--> statement-breakpoint
CREATE INDEX `consents_user` ON `consents` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `github_connections` (
	`user_id` text PRIMARY KEY NOT NULL,
	`github_user_id` text NOT NULL,
	`login` text NOT NULL,
	`sealed_token` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `github_repositories` (
	`source_id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`repository_id` text NOT NULL,
	`full_name` text NOT NULL,
	`branch` text NOT NULL,
	`is_private` integer NOT NULL,
	`connected_by_user_id` text NOT NULL,
	`commit_sha` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "github_repositories_owner_kind" CHECK("github_repositories"."owner_kind" in ('user', 'team', 'public'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `github_repositories_branch` ON `github_repositories` (`owner_kind`,`owner_id`,`repository_id`,`branch`);--> statement-breakpoint
CREATE INDEX `github_repositories_push` ON `github_repositories` (`repository_id`,`branch`);--> statement-breakpoint
CREATE TABLE `mail_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mail_codes_purpose" CHECK("mail_codes"."purpose" in ('verifyEmail', 'resetPassword'))
);
--> statement-breakpoint
CREATE INDEX `mail_codes_user` ON `mail_codes` (`user_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `pdf_files` (
	`id` text PRIMARY KEY NOT NULL,
	`set_id` text NOT NULL,
	`name` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text,
	`object_key` text NOT NULL,
	`status` text DEFAULT 'not indexed' NOT NULL,
	`pages` integer,
	`error` text,
	`last_modified` integer NOT NULL,
	FOREIGN KEY (`set_id`) REFERENCES `pdf_sets`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pdf_files_status" CHECK("pdf_files"."status" in ('not indexed', 'queued', 'indexing', 'indexed', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pdf_files_name` ON `pdf_files` (`set_id`,`name`);--> statement-breakpoint
CREATE TABLE `pdf_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`source_id` text NOT NULL,
	`display_name` text NOT NULL,
	`status` text DEFAULT 'not indexed' NOT NULL,
	`generation` integer DEFAULT 1 NOT NULL,
	`total_files` integer DEFAULT 0 NOT NULL,
	`total_size_bytes` integer DEFAULT 0 NOT NULL,
	`total_docs` integer DEFAULT 0 NOT NULL,
	`indexed_pages` integer DEFAULT 0 NOT NULL,
	`language` text,
	`last_error` text,
	`error_count` integer DEFAULT 0 NOT NULL,
	`uploaded_at` integer NOT NULL,
	`last_indexed_at` integer,
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pdf_sets_owner_kind" CHECK("pdf_sets"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "pdf_sets_status" CHECK("pdf_sets"."status" in ('not indexed', 'queued', 'indexing', 'indexed', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `pdf_sets_owner` ON `pdf_sets` (`owner_kind`,`owner_id`,`uploaded_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_unique` ON `sessions` (`token`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `status_days` (
	`day` text NOT NULL,
	`component` text NOT NULL,
	`checks` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`total_ms` integer DEFAULT 0 NOT NULL,
	`max_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `component`)
);
--> statement-breakpoint
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verifications_identifier` ON `verifications` (`identifier`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `sealed_key` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_client` text;--> statement-breakpoint
ALTER TABLE `users` ADD `marketing_consent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `updated_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `deletion_started_at` integer;