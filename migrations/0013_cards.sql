CREATE TABLE `payment_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`token` text NOT NULL,
	`fingerprint` text NOT NULL,
	`brand` text NOT NULL,
	`last4` text NOT NULL,
	`exp_month` integer NOT NULL,
	`exp_year` integer NOT NULL,
	`created_at` integer NOT NULL,
	`preferred_at` integer,
	`removed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_cards_card` ON `payment_cards` (`user_id`,`provider`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `payment_cards_removed` ON `payment_cards` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
CREATE TABLE `sandbox_cards` (
	`token` text PRIMARY KEY NOT NULL,
	`brand` text NOT NULL,
	`last4` text NOT NULL,
	`exp_month` integer NOT NULL,
	`exp_year` integer NOT NULL,
	`bank` text NOT NULL,
	`revoked_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `invoices` ADD `credit_used` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `keep_card` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_name` text;--> statement-breakpoint
ALTER TABLE `sandbox_payments` ADD `card_token` text;