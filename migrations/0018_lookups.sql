CREATE INDEX `jobs_order` ON `jobs` (`order_id`);--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`);--> statement-breakpoint
CREATE INDEX `ledger_invoice` ON `ledger_entries` (`invoice_id`,`kind`);--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`user_id`,`state`);--> statement-breakpoint
CREATE INDEX `payments_phone` ON `payments` (`phone`,`created_at`);--> statement-breakpoint
CREATE INDEX `domains_name` ON `domains` (`name`);--> statement-breakpoint
CREATE INDEX `hosting_expiry` ON `hosting_plans` (`status`,`expires_at`);