ALTER TABLE `hosting_plans` ADD `suspended_reason` text;--> statement-breakpoint
ALTER TABLE `hosting_plans` ADD `suspended_until` integer;--> statement-breakpoint
CREATE INDEX `hosting_suspended_until` ON `hosting_plans` (`suspended_until`) WHERE suspended_until is not null;--> statement-breakpoint
CREATE INDEX `hosting_product` ON `hosting_plans` (`product_id`,`expires_at`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `hosting_pending` ON `hosting_plans` (`created_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `domains_tld` ON `domains` (`tld`,`expires_at`) WHERE status in ('active', 'expired', 'redemption');--> statement-breakpoint
CREATE INDEX `domains_registrar` ON `domains` (`registrar`,`expires_at`) WHERE registrar is not null and status in ('active', 'expired', 'redemption');--> statement-breakpoint
CREATE INDEX `domains_claims` ON `domains` (`created_at`) WHERE +status in ('pending', 'transfer_in');