CREATE TABLE `sandbox_panel_accounts` (
	`account` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL,
	`domain` text,
	`email` text NOT NULL,
	`ip` text NOT NULL,
	`resources` text NOT NULL,
	`password_changed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sandbox_panel_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`session_hash` text,
	`session_ends_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sandbox_panel_links_session_hash_unique` ON `sandbox_panel_links` (`session_hash`);--> statement-breakpoint
ALTER TABLE `hosting_plans` ADD `paid` integer;--> statement-breakpoint
ALTER TABLE `hosting_plans` ADD `change_order_id` text;--> statement-breakpoint
INSERT INTO `sandbox_panel_accounts` (`account`, `plan`, `domain`, `email`, `ip`, `resources`, `created_at`)
SELECT p.`id`, p.`product_id`, p.`domain`, u.`email`, coalesce(p.`ip`, ''), p.`resources`, p.`created_at`
FROM `hosting_plans` p JOIN `users` u ON u.`id` = p.`user_id` WHERE p.`status` IN ('active', 'suspended');
