ALTER TABLE `domains` ADD `registrant_check` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `registrant_deadline` integer;--> statement-breakpoint
ALTER TABLE `domains` ADD `registrant_check_at` integer;--> statement-breakpoint
CREATE INDEX `domains_registrant_check` ON `domains` (`registrant_check_at`) WHERE registrant_check_at is not null;