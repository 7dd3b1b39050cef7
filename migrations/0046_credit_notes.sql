CREATE TABLE `credit_note_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`credit_note_id` text NOT NULL,
	`position` integer NOT NULL,
	`invoice_line_id` text,
	`description` text NOT NULL,
	`quantity` integer NOT NULL,
	`amount` integer NOT NULL,
	FOREIGN KEY (`credit_note_id`) REFERENCES `credit_notes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_note_lines_position` ON `credit_note_lines` (`credit_note_id`,`position`);--> statement-breakpoint
CREATE TABLE `credit_note_sequences` (
	`year` integer PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `credit_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`invoice_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target` text NOT NULL,
	`reason` text NOT NULL,
	`issued_by` text NOT NULL,
	`request_hash` text NOT NULL,
	`currency` text NOT NULL,
	`net` integer NOT NULL,
	`tax` integer NOT NULL,
	`total` integer NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_notes_number_unique` ON `credit_notes` (`number`);--> statement-breakpoint
CREATE INDEX `credit_notes_invoice` ON `credit_notes` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `credit_notes_user` ON `credit_notes` (`user_id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`credit_note_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target` text NOT NULL,
	`payment_id` text,
	`provider` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`callback_token` text NOT NULL,
	`reference` text,
	`failure` text,
	`round` integer DEFAULT 0 NOT NULL,
	`checks` integer DEFAULT 0 NOT NULL,
	`next_check_at` integer,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`credit_note_id`) REFERENCES `credit_notes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_callback_token_unique` ON `refunds` (`callback_token`);--> statement-breakpoint
CREATE INDEX `refunds_credit_note` ON `refunds` (`credit_note_id`);--> statement-breakpoint
CREATE INDEX `refunds_invoice` ON `refunds` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `refunds_user` ON `refunds` (`user_id`);--> statement-breakpoint
CREATE INDEX `refunds_to_check` ON `refunds` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX `refunds_unfinished` ON `refunds` (`created_at`) WHERE state in ('pending', 'failed');