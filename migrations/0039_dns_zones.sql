CREATE TABLE `dns_zones` (
	`name` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`owner_since` integer NOT NULL,
	`ready` integer NOT NULL,
	`lock_id` text,
	`locked_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sandbox_zones` ADD `signing_key` text;