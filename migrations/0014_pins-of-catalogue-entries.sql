ALTER TABLE `version_pins` ADD `entry_name` text;--> statement-breakpoint
ALTER TABLE `version_pins` ADD `entry_rank` integer;--> statement-breakpoint
CREATE INDEX `version_pins_entry` ON `version_pins` (`owner_kind`,`owner_id`,`entry_name`) WHERE "version_pins"."entry_name" is not null;