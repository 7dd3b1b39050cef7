CREATE TABLE `catalog_draft` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`author` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `catalog_versions` (
	`number` integer PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`note` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`live_at` integer NOT NULL,
	`distributed_at` integer,
	`cancelled_at` integer
);
