CREATE TABLE `billing_customers` (
	`stripe_customer_id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`ticket` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`synced_at` integer,
	`reconciled_at` integer,
	CONSTRAINT "billing_customers_owner_kind" CHECK("billing_customers"."owner_kind" in ('user', 'team', 'public'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_owner` ON `billing_customers` (`owner_kind`,`owner_id`);--> statement-breakpoint
CREATE INDEX `billing_customers_reconciled` ON `billing_customers` (`reconciled_at`);--> statement-breakpoint
CREATE TABLE `billing_differences` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`details` text NOT NULL,
	`found_at` integer NOT NULL,
	`resolved_at` integer,
	CONSTRAINT "billing_differences_owner_kind" CHECK("billing_differences"."owner_kind" in ('user', 'team', 'public'))
);
--> statement-breakpoint
CREATE INDEX `billing_differences_owner` ON `billing_differences` (`owner_kind`,`owner_id`);--> statement-breakpoint
CREATE TABLE `credit_purchases` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`credits` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`disputed_cents` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`ticket` integer NOT NULL,
	CONSTRAINT "credit_purchases_owner_kind" CHECK("credit_purchases"."owner_kind" in ('user', 'team', 'public'))
);
--> statement-breakpoint
CREATE INDEX `credit_purchases_owner` ON `credit_purchases` (`owner_kind`,`owner_id`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`customer_id` text,
	`state` text DEFAULT 'received' NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`handled_at` integer,
	CONSTRAINT "stripe_events_state" CHECK("stripe_events"."state" in ('received', 'done', 'parked'))
);
--> statement-breakpoint
CREATE INDEX `stripe_events_state_time` ON `stripe_events` (`state`,`received_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`tier` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`price_cents` integer NOT NULL,
	`status` text NOT NULL,
	`anchor` integer NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`cancels_at` integer,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`ticket` integer NOT NULL,
	CONSTRAINT "subscriptions_owner_kind" CHECK("subscriptions"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "subscriptions_tier" CHECK("subscriptions"."tier" in ('Free', 'Basic', 'Pro')),
	CONSTRAINT "subscriptions_status" CHECK("subscriptions"."status" in ('trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired', 'canceled'))
);
--> statement-breakpoint
CREATE INDEX `subscriptions_owner` ON `subscriptions` (`owner_kind`,`owner_id`);