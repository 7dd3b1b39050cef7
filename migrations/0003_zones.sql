CREATE TABLE `sandbox_zones` (
	`name` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`rrsets` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dns_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`version` integer NOT NULL,
	`removed` text NOT NULL,
	`added` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dns_changes_version` ON `dns_changes` (`domain_id`,`version`);--> statement-breakpoint
ALTER TABLE `domains` ADD `zone_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `domains` ADD `published_version` integer DEFAULT 0 NOT NULL;