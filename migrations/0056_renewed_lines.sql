ALTER TABLE `order_lines` ADD `renewed_domain_id` text REFERENCES domains(id);--> statement-breakpoint
ALTER TABLE `order_lines` ADD `renewed_plan_id` text REFERENCES hosting_plans(id);--> statement-breakpoint
ALTER TABLE `order_lines` ADD `renewed_expiry` integer;--> statement-breakpoint
UPDATE `order_lines` SET
	`renewed_domain_id` = `orders`.`renewed_domain_id`,
	`renewed_plan_id` = `orders`.`renewed_plan_id`,
	`renewed_expiry` = `orders`.`renewed_expiry`
	FROM `orders` WHERE `orders`.`id` = `order_lines`.`order_id` AND `orders`.`renewed_expiry` IS NOT NULL
		AND `order_lines`.`kind` = CASE WHEN `orders`.`renewed_plan_id` IS NULL THEN 'renewal' ELSE 'hosting_renewal' END;--> statement-breakpoint
CREATE UNIQUE INDEX `order_lines_renewed_domain` ON `order_lines` (`renewed_domain_id`,`renewed_expiry`) WHERE renewed_domain_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `order_lines_renewed_plan` ON `order_lines` (`renewed_plan_id`,`renewed_expiry`) WHERE renewed_plan_id is not null;--> statement-breakpoint
DROP INDEX `orders_renewed_domain`;--> statement-breakpoint
DROP INDEX `orders_renewed_plan`;--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `renewed_domain_id`;--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `renewed_plan_id`;--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `renewed_expiry`;
