CREATE TABLE `fiscal_devices` (
	`device` text PRIMARY KEY NOT NULL,
	`last` integer DEFAULT 0 NOT NULL,
	`lease` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`paused_until` integer DEFAULT 0 NOT NULL,
	`problem` text
);
--> statement-breakpoint
CREATE TABLE `fiscal_documents` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`credit_note_id` text,
	`user_id` text NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`device` text,
	`number` integer,
	`content` text,
	`sends` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`control_unit` text,
	`receipt_number` integer,
	`internal_data` text,
	`signature` text,
	`url` text,
	`signed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`credit_note_id`) REFERENCES `credit_notes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fiscal_documents_invoice` ON `fiscal_documents` (`invoice_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `fiscal_documents_credit_note` ON `fiscal_documents` (`credit_note_id`) WHERE credit_note_id is not null;--> statement-breakpoint
CREATE INDEX `fiscal_documents_user` ON `fiscal_documents` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `fiscal_documents_number` ON `fiscal_documents` (`device`,`number`) WHERE number is not null;--> statement-breakpoint
CREATE INDEX `fiscal_documents_unsigned` ON `fiscal_documents` (`created_at`,`id`) WHERE state <> 'signed';