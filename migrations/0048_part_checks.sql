CREATE TABLE `part_checks` (
	`name` text PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL,
	`last_success_at` integer,
	`last_failure_at` integer,
	`last_reason` text
);
