DROP INDEX `jobs_due`;--> statement-breakpoint
DROP INDEX `jobs_user`;--> statement-breakpoint
CREATE INDEX `jobs_open` ON `jobs` (`user_id`,`created_at`) WHERE state <> 'done';--> statement-breakpoint
DROP INDEX `orders_state`;--> statement-breakpoint
DROP INDEX `payments_invoice_state`;--> statement-breakpoint
DROP INDEX `payments_due`;--> statement-breakpoint
DROP INDEX `payments_phone`;--> statement-breakpoint
CREATE INDEX `payments_to_check` ON `payments` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX `payments_of_phone` ON `payments` (`phone`,`created_at`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `notifications_keyed` ON `notifications` (`created_at`) WHERE dedupe_key is not null;