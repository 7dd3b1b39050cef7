CREATE TABLE `domain_pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`user_id` text NOT NULL,
	`recipient_email` text NOT NULL,
	`recipient_id` text,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `domain_pushes_domain` ON `domain_pushes` (`domain_id`);--> statement-breakpoint
CREATE INDEX `domain_pushes_user` ON `domain_pushes` (`user_id`);--> statement-breakpoint
CREATE INDEX `domain_pushes_recipient` ON `domain_pushes` (`recipient_email`);--> statement-breakpoint
CREATE UNIQUE INDEX `domain_pushes_pending` ON `domain_pushes` (`domain_id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `domain_pushes_due` ON `domain_pushes` (`expires_at`,`id`) WHERE state = 'pending';--> statement-breakpoint
ALTER TABLE `domains` ADD `transfer_locked_until` integer;