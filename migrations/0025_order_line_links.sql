ALTER TABLE `order_lines` ADD `plan_id` text REFERENCES hosting_plans(id);--> statement-breakpoint
ALTER TABLE `order_lines` ADD `current_expiry` integer;--> statement-breakpoint
CREATE INDEX `order_lines_plan` ON `order_lines` (`plan_id`) WHERE plan_id is not null;--> statement-breakpoint
UPDATE `order_lines` SET `plan_id` = (SELECT `id` FROM `hosting_plans` WHERE `id` = json_extract(`order_lines`.`details`, '$.planId')), `current_expiry` = json_extract(`details`, '$.currentExpiry');
