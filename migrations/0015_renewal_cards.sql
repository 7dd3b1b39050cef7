ALTER TABLE `payment_cards` ADD `renewals_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_cards_renewals` ON `payment_cards` (`user_id`) WHERE renewals_at is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `pay_renewals` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `automatic` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `retry_at` integer;--> statement-breakpoint
CREATE INDEX `payments_unanswered` ON `payments` (`created_at`) WHERE automatic = 1 and provider_ref is null;