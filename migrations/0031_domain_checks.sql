ALTER TABLE `hosting_plans` ADD `domain_checked_at` integer;--> statement-breakpoint
CREATE INDEX `hosting_domain_checks` ON `hosting_plans` (`domain_checked_at`,`id`) WHERE +status = 'active' and domain is not null and domain_proven_at is null and coalesce(domain_checked_at, 0) < created_at + 1209600000;--> statement-breakpoint
-- Old plans, and those whose domain moved to another customer, get no checks and no email about them.
UPDATE `hosting_plans` SET `domain_checked_at` = `created_at` + 1209600000
WHERE `domain` IS NOT NULL AND `domain_proven_at` IS NULL AND (
	`created_at` < unixepoch() * 1000 - 1209600000
	OR EXISTS (SELECT 1 FROM `activity_log` WHERE `activity_log`.`user_id` = `hosting_plans`.`user_id` AND `activity_log`.`subject_id` = `hosting_plans`.`id` AND `activity_log`.`kind` = 'hosting.domain_removed')
);
