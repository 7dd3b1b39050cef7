CREATE TABLE `billing_emails` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`mail_refused_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_emails_address` ON `billing_emails` (`email`,`user_id`);--> statement-breakpoint
CREATE INDEX `billing_emails_user` ON `billing_emails` (`user_id`,`created_at`);