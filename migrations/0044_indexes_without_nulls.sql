DROP INDEX `invoices_order_id_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_order` ON `invoices` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
DROP INDEX `domains_order_line_id_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `domains_order_line` ON `domains` (`order_line_id`) WHERE order_line_id is not null;--> statement-breakpoint
DROP INDEX `hosting_plans_order_line_id_unique`;--> statement-breakpoint
DROP INDEX `hosting_domain`;--> statement-breakpoint
CREATE UNIQUE INDEX `hosting_order_line` ON `hosting_plans` (`order_line_id`) WHERE order_line_id is not null;--> statement-breakpoint
CREATE INDEX `hosting_domain` ON `hosting_plans` (`domain`) WHERE domain is not null;--> statement-breakpoint
DROP INDEX `security_events_user`;--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`last_at`) WHERE user_id is not null;--> statement-breakpoint
DROP INDEX `outbox_user`;--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`,`created_at`) WHERE user_id is not null;--> statement-breakpoint
DROP INDEX `enquiries_user`;--> statement-breakpoint
CREATE INDEX `enquiries_user` ON `enquiries` (`user_id`,`created_at`) WHERE user_id is not null;