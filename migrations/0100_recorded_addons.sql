CREATE TABLE `__new_addons` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`product_id` text NOT NULL,
	`name` text NOT NULL,
	`domain_id` text,
	`plan_id` text,
	`order_line_id` text,
	`price` integer NOT NULL,
	`currency` text NOT NULL,
	`term_months` integer NOT NULL,
	`activated_at` integer,
	`expires_at` integer,
	`cancelled_at` integer,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `hosting_plans`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_addons`("id", "user_id", "product_id", "name", "domain_id", "plan_id", "order_line_id", "price", "currency", "term_months", "activated_at", "expires_at", "cancelled_at", "ended_at", "created_at", "updated_at") SELECT "id", "user_id", "product_id", "name", "domain_id", "plan_id", "order_line_id", "price", "currency", "term_months", "activated_at", "expires_at", "cancelled_at", "ended_at", "created_at", "updated_at" FROM `addons`;--> statement-breakpoint
DROP TABLE `addons`;--> statement-breakpoint
ALTER TABLE `__new_addons` RENAME TO `addons`;--> statement-breakpoint
CREATE UNIQUE INDEX `addons_order_line` ON `addons` (`order_line_id`) WHERE order_line_id is not null;--> statement-breakpoint
CREATE INDEX `addons_user` ON `addons` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `addons_domain` ON `addons` (`domain_id`) WHERE domain_id is not null;--> statement-breakpoint
CREATE INDEX `addons_plan` ON `addons` (`plan_id`) WHERE plan_id is not null;