ALTER TABLE `api_keys` ADD `monthly_credit_limit` integer;--> statement-breakpoint
ALTER TABLE `sources` ADD `home_principal` text;--> statement-breakpoint
ALTER TABLE `sources` ADD `added_by_user_id` text;--> statement-breakpoint
ALTER TABLE `team_memberships` ADD `monthly_credit_limit` integer;--> statement-breakpoint
ALTER TABLE `team_memberships` ADD `max_sources` integer;--> statement-breakpoint
ALTER TABLE `teams` ADD `moves_sources_of_user_id` text;--> statement-breakpoint
CREATE INDEX `teams_moves` ON `teams` (`moves_sources_of_user_id`) WHERE "teams"."moves_sources_of_user_id" is not null;