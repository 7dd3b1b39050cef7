CREATE TABLE `compared_versions` (
	`task` text NOT NULL,
	`domain_id` text NOT NULL,
	`listed` text NOT NULL,
	`checked` text,
	`checked_at` integer,
	PRIMARY KEY(`task`, `domain_id`)
);
--> statement-breakpoint
CREATE TABLE `comparison_pages` (
	`task` text NOT NULL,
	`page` integer NOT NULL,
	`hashes` text NOT NULL,
	PRIMARY KEY(`task`, `page`)
);
--> statement-breakpoint
ALTER TABLE `dns_zones` ADD `server_id` text;