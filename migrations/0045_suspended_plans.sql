ALTER TABLE `invoices` ADD `delivered_at` integer;--> statement-breakpoint
ALTER TABLE `hosting_plans` ADD `kept_until` integer;--> statement-breakpoint
ALTER TABLE `hosting_plans` ADD `backup_ref` text;--> statement-breakpoint
CREATE INDEX `hosting_kept` ON `hosting_plans` (`kept_until`) WHERE kept_until is not null and status = 'suspended';