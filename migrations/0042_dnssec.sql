ALTER TABLE `sandbox_registry` ADD `ds` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `dnssec` text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE `domains` ADD `dnssec_at` integer;--> statement-breakpoint
ALTER TABLE `domains` ADD `ds` text;