CREATE TABLE `email_changes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`new_email` text NOT NULL,
	`from_confirmed_at` integer,
	`to_confirmed_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `users` ADD `email_generation` integer DEFAULT 0 NOT NULL;