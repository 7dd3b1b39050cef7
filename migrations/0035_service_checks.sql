CREATE TABLE `service_days` (
	`day` integer NOT NULL,
	`service` text NOT NULL,
	`checks` integer NOT NULL,
	`failures` integer NOT NULL,
	`last_check_at` integer NOT NULL,
	PRIMARY KEY(`day`, `service`)
);
--> statement-breakpoint
CREATE TABLE `service_incidents` (
	`started_at` integer NOT NULL,
	`service` text NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`started_at`, `service`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_incidents_open` ON `service_incidents` (`service`) WHERE ended_at is null;