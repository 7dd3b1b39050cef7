CREATE TABLE `zone_moves` (
	`domain_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`from_service` text NOT NULL,
	`to_service` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`leaves_at` integer
);
