DROP INDEX `payments_by_receipt`;--> statement-breakpoint
DROP INDEX `payments_receipt`;--> statement-breakpoint
DROP INDEX `payments_created`;--> statement-breakpoint
DROP INDEX `payments_pending`;--> statement-breakpoint
DROP INDEX `payments_failed`;--> statement-breakpoint
DROP INDEX `payments_expired`;--> statement-breakpoint
DROP INDEX `payments_method`;--> statement-breakpoint
DROP INDEX `payments_amount`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_receipt` ON `payments` (`receipt`,`provider`) WHERE receipt is not null;--> statement-breakpoint
CREATE INDEX `payments_created` ON `payments` (`created_at`);--> statement-breakpoint
CREATE INDEX `payments_pending` ON `payments` (`created_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `payments_failed` ON `payments` (`created_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `payments_expired` ON `payments` (`created_at`) WHERE state = 'expired';--> statement-breakpoint
CREATE INDEX `payments_method` ON `payments` (`method`,`created_at`);--> statement-breakpoint
CREATE INDEX `payments_amount` ON `payments` (`amount`,`created_at`);--> statement-breakpoint
DROP INDEX `invoices_issued`;--> statement-breakpoint
DROP INDEX `invoices_void`;--> statement-breakpoint
DROP INDEX `invoices_refunded`;--> statement-breakpoint
DROP INDEX `invoices_total`;--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`issued_at`);--> statement-breakpoint
CREATE INDEX `invoices_void` ON `invoices` (`issued_at`) WHERE state = 'void';--> statement-breakpoint
CREATE INDEX `invoices_refunded` ON `invoices` (`issued_at`) WHERE state = 'refunded';--> statement-breakpoint
CREATE INDEX `invoices_total` ON `invoices` (`total`,`issued_at`);--> statement-breakpoint
DROP INDEX `orders_created`;--> statement-breakpoint
DROP INDEX `orders_unpaid`;--> statement-breakpoint
DROP INDEX `orders_paid`;--> statement-breakpoint
DROP INDEX `orders_cancelled`;--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`created_at`) WHERE state = 'pending_payment';--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`created_at`) WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX `orders_cancelled` ON `orders` (`created_at`) WHERE state = 'cancelled';