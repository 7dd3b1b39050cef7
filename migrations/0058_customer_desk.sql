CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`written_by` text NOT NULL,
	`edited_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_notes_user` ON `customer_notes` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `staff_id` text;--> statement-breakpoint
CREATE INDEX `sessions_staff` ON `sessions` (`staff_id`) WHERE staff_id is not null;--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (lower(first_name || ' ' || last_name),`id`);--> statement-breakpoint
CREATE INDEX `users_surname` ON `users` (lower(last_name || ' ' || first_name),`id`);--> statement-breakpoint
CREATE INDEX `users_company` ON `users` (lower(company),`id`) WHERE company is not null;--> statement-breakpoint
CREATE INDEX `users_phone` ON `users` (`phone`,`id`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_void` ON `invoices` (`issued_at`,`id`) WHERE state = 'void';--> statement-breakpoint
CREATE INDEX `invoices_refunded` ON `invoices` (`issued_at`,`id`) WHERE state = 'refunded';--> statement-breakpoint
CREATE INDEX `invoices_total` ON `invoices` (`total`,`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`created_at`,`id`) WHERE state = 'pending_payment';--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`created_at`,`id`) WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX `orders_cancelled` ON `orders` (`created_at`,`id`) WHERE state = 'cancelled';--> statement-breakpoint
CREATE INDEX `payment_cards_last4` ON `payment_cards` (`last4`,`user_id`);--> statement-breakpoint
CREATE INDEX `payments_created` ON `payments` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_pending` ON `payments` (`created_at`,`id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `payments_failed` ON `payments` (`created_at`,`id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `payments_expired` ON `payments` (`created_at`,`id`) WHERE state = 'expired';--> statement-breakpoint
CREATE INDEX `payments_method` ON `payments` (`method`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_amount` ON `payments` (`amount`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_by_receipt` ON `payments` (`receipt`) WHERE receipt is not null;--> statement-breakpoint
CREATE INDEX `payments_card` ON `payments` (`card_name`,`created_at`) WHERE card_name is not null;