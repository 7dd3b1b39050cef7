ALTER TABLE `invoices` ADD `pay_link_round` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `by_link` integer DEFAULT false NOT NULL;