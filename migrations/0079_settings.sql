CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
