CREATE TABLE `ticket_files` (
	`id` text PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`message_id` text,
	`user_id` text,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`size` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_files_ticket` ON `ticket_files` (`ticket_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_files_user` ON `ticket_files` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `ticket_files_reserved` ON `ticket_files` (`created_at`) WHERE state = 'reserved';