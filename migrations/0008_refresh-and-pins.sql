CREATE TABLE `version_pins` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`ecosystem` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "version_pins_owner_kind" CHECK("version_pins"."owner_kind" in ('user', 'team', 'public')),
	CONSTRAINT "version_pins_ecosystem" CHECK("version_pins"."ecosystem" in ('npm', 'pypi', 'go', 'cargo'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `version_pins_package` ON `version_pins` (`owner_kind`,`owner_id`,`ecosystem`,`name`);--> statement-breakpoint
CREATE INDEX `version_pins_name` ON `version_pins` (`owner_kind`,`owner_id`,`name`);--> statement-breakpoint
ALTER TABLE `job_runs` ADD `changed_pages` integer;--> statement-breakpoint
ALTER TABLE `sources` ADD `last_used_at` integer;