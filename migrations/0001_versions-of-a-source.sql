DROP INDEX `sources_owner_name`;--> statement-breakpoint
CREATE UNIQUE INDEX `sources_owner_name_version` ON `sources` (`owner_kind`,`owner_id`,`name`,`version`);--> statement-breakpoint
CREATE UNIQUE INDEX `sources_owner_name_unversioned` ON `sources` (`owner_kind`,`owner_id`,`name`) WHERE "sources"."version" is null;