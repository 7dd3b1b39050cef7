ALTER TABLE `jobs` ADD `needs` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `round` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sandbox_registry` ADD `object_id` text;--> statement-breakpoint
ALTER TABLE `sandbox_registry` ADD `previous_object_id` text;--> statement-breakpoint
ALTER TABLE `sandbox_registry` ADD `moves_at` integer;--> statement-breakpoint
ALTER TABLE `sandbox_zones` ADD `owner_id` text;--> statement-breakpoint
ALTER TABLE `sandbox_zones` ADD `owner_since` integer;--> statement-breakpoint
ALTER TABLE `domains` ADD `registry_id` text;--> statement-breakpoint
UPDATE `sandbox_registry` SET `object_id` = upper(hex(randomblob(6))) || '-SANDBOX';--> statement-breakpoint
-- Of several accounts that hold one name, the one that got it last keeps it.
CREATE TABLE `ended_domains` AS
SELECT `id`, `user_id`, `name` FROM (
	SELECT `domains`.`id`, `domains`.`user_id`, `domains`.`name`, row_number() OVER (
		PARTITION BY `domains`.`name`
		ORDER BY coalesce(`domains`.`registered_at`, 0) DESC, `registry`.`expires_at` IS `domains`.`expires_at` DESC, `domains`.`id` DESC
	) AS `place`
	FROM `domains` LEFT JOIN `sandbox_registry` AS `registry` ON `registry`.`name` = `domains`.`name`
	WHERE `domains`.`status` IN ('active', 'expired', 'redemption')
) WHERE `place` > 1;--> statement-breakpoint
UPDATE `domains` SET `status` = 'released', `auto_renew` = 0, `forwards` = NULL, `contacts` = NULL, `glue` = NULL, `updated_at` = unixepoch() * 1000
WHERE `id` IN (SELECT `id` FROM `ended_domains`);--> statement-breakpoint
DELETE FROM `dns_records` WHERE `domain_id` IN (SELECT `id` FROM `ended_domains`);--> statement-breakpoint
DELETE FROM `dns_changes` WHERE `domain_id` IN (SELECT `id` FROM `ended_domains`);--> statement-breakpoint
INSERT INTO `activity_log` (`id`, `user_id`, `actor`, `kind`, `message`, `subject_id`, `created_at`)
SELECT 'act_' || lower(hex(randomblob(13))), `user_id`, 'system', 'domain.lost', `name` || ' is held by another account.', `id`, unixepoch() * 1000 FROM `ended_domains`;--> statement-breakpoint
INSERT INTO `notifications` (`id`, `user_id`, `kind`, `title`, `body`, `href`, `dedupe_key`, `created_at`)
SELECT 'ntf_' || lower(hex(randomblob(13))), `user_id`, 'domain.lost', `name` || ' is no longer in your account', 'Another account holds it. If that is a mistake, contact us.', '/dashboard/domains', 'domain.lost:' || `id`, unixepoch() * 1000 FROM `ended_domains`;--> statement-breakpoint
DROP TABLE `ended_domains`;--> statement-breakpoint
UPDATE `domains` SET `registry_id` = (SELECT `object_id` FROM `sandbox_registry` WHERE `sandbox_registry`.`name` = `domains`.`name` AND `sandbox_registry`.`created_at` <= `domains`.`registered_at`)
WHERE `status` IN ('active', 'expired', 'redemption');--> statement-breakpoint
-- Zones of names that no account holds were published for transfers that failed.
DELETE FROM `sandbox_zones` WHERE `name` NOT IN (SELECT `name` FROM `domains` WHERE `status` IN ('active', 'expired', 'redemption'));--> statement-breakpoint
UPDATE `sandbox_zones` SET
	`owner_id` = (SELECT `id` FROM `domains` WHERE `domains`.`name` = `sandbox_zones`.`name` AND `status` IN ('active', 'expired', 'redemption')),
	`owner_since` = (SELECT coalesce(`registered_at`, `created_at`) FROM `domains` WHERE `domains`.`name` = `sandbox_zones`.`name` AND `status` IN ('active', 'expired', 'redemption'));--> statement-breakpoint
UPDATE `jobs` SET `needs` = 'auth_code' WHERE `kind` = 'transfer_domain' AND `state` = 'action_required' AND `message` LIKE 'The authorization code for %';--> statement-breakpoint
CREATE UNIQUE INDEX `domains_holder` ON `domains` (`name`) WHERE status in ('active', 'expired', 'redemption');