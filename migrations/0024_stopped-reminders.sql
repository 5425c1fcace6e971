CREATE TABLE `stopped_reminders` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`stopped_at` integer NOT NULL
);
