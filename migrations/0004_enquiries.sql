CREATE TABLE `enquiries` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`topic` text,
	`message` text,
	`details` text NOT NULL,
	`user_id` text,
	`dedupe_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enquiries_reference_unique` ON `enquiries` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `enquiries_dedupe_key_unique` ON `enquiries` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `enquiries_user` ON `enquiries` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `enquiries_created` ON `enquiries` (`created_at`);