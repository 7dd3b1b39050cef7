ALTER TABLE `payment_cards` ADD `renewals_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_cards_renewals` ON `payment_cards` (`user_id`) WHERE renewals_at is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `pay_renewals` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `automatic` integer DEFAULT false NOT NULL;