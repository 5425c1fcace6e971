CREATE TABLE `oauth_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`client_host` text,
	`redirect_uri` text NOT NULL,
	`resource` text NOT NULL,
	`scopes` text NOT NULL,
	`kv_grant_id` text,
	`refresh_hash` text,
	`spent_refresh_hash` text,
	`refreshed_at` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_grants_user` ON `oauth_grants` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_grants_kv_grant` ON `oauth_grants` (`kv_grant_id`);--> statement-breakpoint
CREATE TABLE `oauth_requests` (
	`handle_hash` text PRIMARY KEY NOT NULL,
	`request` text NOT NULL,
	`client_name` text NOT NULL,
	`client_host` text,
	`user_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `oauth_requests_expiry` ON `oauth_requests` (`expires_at`);--> statement-breakpoint
CREATE INDEX `oauth_requests_user` ON `oauth_requests` (`user_id`);