CREATE TABLE `team_memberships` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`user_id` text,
	`email` text NOT NULL,
	`role` text DEFAULT 'member' NOT NULL,
	`state` text NOT NULL,
	`has_paid_seat` integer DEFAULT false NOT NULL,
	`invited_by_user_id` text,
	`joined_at` integer NOT NULL,
	`accepted_at` integer,
	`declined_at` integer,
	`last_invite_sent_at` integer,
	`invite_token_hash` text,
	`invite_expires_at` integer,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "team_memberships_role" CHECK("team_memberships"."role" in ('owner', 'admin', 'member')),
	CONSTRAINT "team_memberships_state" CHECK("team_memberships"."state" in ('invited', 'accepted', 'declined'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_memberships_invite_token_hash_unique` ON `team_memberships` (`invite_token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `team_memberships_team_user` ON `team_memberships` (`team_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `team_memberships_team_email` ON `team_memberships` (`team_id`,`email`);--> statement-breakpoint
CREATE INDEX `team_memberships_user` ON `team_memberships` (`user_id`);--> statement-breakpoint
CREATE INDEX `team_memberships_email` ON `team_memberships` (`email`);--> statement-breakpoint
CREATE TABLE `teams` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`tier` text DEFAULT 'Free' NOT NULL,
	`number_of_paid_seats` integer DEFAULT 0 NOT NULL,
	`created_by_user_id` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`created_by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "teams_tier" CHECK("teams"."tier" in ('Free', 'Basic', 'Pro')),
	CONSTRAINT "teams_seats" CHECK("teams"."number_of_paid_seats" >= 0)
);
--> statement-breakpoint
CREATE INDEX `teams_deleted` ON `teams` (`deleted_at`) WHERE "teams"."deleted_at" is not null;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`created_by_user_id` text,
	`scope` text DEFAULT 'index' NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`key_start` text NOT NULL,
	`key_end` text NOT NULL,
	`sealed_key` text,
	`last_client` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	`ends_at` integer,
	FOREIGN KEY (`created_by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "api_keys_owner_kind" CHECK("__new_api_keys"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "api_keys_scope" CHECK("__new_api_keys"."scope" in ('search', 'index'))
);
--> statement-breakpoint
INSERT INTO `__new_api_keys`("id", "owner_kind", "owner_id", "created_by_user_id", "scope", "name", "key_hash", "key_start", "key_end", "sealed_key", "last_client", "created_at", "last_used_at", "revoked_at", "ends_at") SELECT "id", iif("team_id" IS NULL, 'user', 'team'), coalesce("team_id", "user_id"), "user_id", 'index', "name", "key_hash", "key_start", "key_end", "sealed_key", "last_client", "created_at", "last_used_at", "revoked_at", "ends_at" FROM `api_keys`;--> statement-breakpoint
DROP TABLE `api_keys`;--> statement-breakpoint
ALTER TABLE `__new_api_keys` RENAME TO `api_keys`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_key_hash_unique` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_owner` ON `api_keys` (`owner_kind`,`owner_id`);--> statement-breakpoint
CREATE INDEX `api_keys_created_by` ON `api_keys` (`created_by_user_id`);