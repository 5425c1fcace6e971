CREATE TABLE `page_opinions` (
	`path` text NOT NULL,
	`day` text NOT NULL,
	`visitor` text NOT NULL,
	`is_useful` integer NOT NULL,
	`words` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`path`, `day`, `visitor`)
);
--> statement-breakpoint
CREATE INDEX `page_opinions_created` ON `page_opinions` (`created_at`);