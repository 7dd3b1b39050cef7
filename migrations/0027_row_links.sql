ALTER TABLE `orders` ADD `renewed_domain_id` text REFERENCES domains(id);--> statement-breakpoint
ALTER TABLE `orders` ADD `renewed_plan_id` text REFERENCES hosting_plans(id);--> statement-breakpoint
ALTER TABLE `orders` ADD `renewed_expiry` integer;--> statement-breakpoint
CREATE INDEX `orders_renewed_domain` ON `orders` (`renewed_domain_id`,`renewed_expiry`) WHERE renewed_domain_id is not null;--> statement-breakpoint
CREATE INDEX `orders_renewed_plan` ON `orders` (`renewed_plan_id`,`renewed_expiry`) WHERE renewed_plan_id is not null;--> statement-breakpoint
ALTER TABLE `projects` ADD `reminded_due_at` integer;--> statement-breakpoint
ALTER TABLE `notifications` ADD `post_id` text REFERENCES project_posts(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `notifications_post` ON `notifications` (`post_id`) WHERE post_id is not null;--> statement-breakpoint
UPDATE `orders` SET
	`renewed_domain_id` = (SELECT `id` FROM `domains` WHERE `id` = substr(`orders`.`idempotency_key`, 9, instr(substr(`orders`.`idempotency_key`, 9), ':') - 1)),
	`renewed_plan_id` = (SELECT `id` FROM `hosting_plans` WHERE `id` = substr(`orders`.`idempotency_key`, 9, instr(substr(`orders`.`idempotency_key`, 9), ':') - 1)),
	`renewed_expiry` = CAST(substr(`idempotency_key`, 9 + instr(substr(`idempotency_key`, 9), ':')) AS integer)
	WHERE `idempotency_key` LIKE 'renewal:%:%';--> statement-breakpoint
UPDATE `notifications` SET `post_id` = (SELECT `id` FROM `project_posts` WHERE `id` = substr(`notifications`.`dedupe_key`, 17)) WHERE `kind` = 'project.message';--> statement-breakpoint
UPDATE `projects` SET `reminded_due_at` = `due_at` WHERE `due_at` IS NOT NULL AND EXISTS (SELECT 1 FROM `notifications` WHERE `dedupe_key` = 'project.due:' || `projects`.`id` || ':' || `projects`.`due_at`);
