ALTER TABLE `hosting_plans` ADD `domain_proven_at` integer;--> statement-breakpoint
CREATE INDEX `hosting_domain` ON `hosting_plans` (`domain`);--> statement-breakpoint
CREATE INDEX `hosting_unproven` ON `hosting_plans` (`created_at`) WHERE "hosting_plans"."domain" is not null and "hosting_plans"."domain_proven_at" is null;--> statement-breakpoint
UPDATE hosting_plans SET domain_proven_at = created_at WHERE domain IS NOT NULL AND EXISTS (SELECT 1 FROM domains WHERE domains.user_id = hosting_plans.user_id AND domains.status = 'active' AND (domains.name = hosting_plans.domain OR substr(hosting_plans.domain, -length(domains.name) - 1) = '.' || domains.name));
