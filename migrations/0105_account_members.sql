CREATE TABLE `account_members` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`member_id` text,
	`role` text NOT NULL,
	`invited_at` integer NOT NULL,
	`accepted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_members_email` ON `account_members` (`email`,`user_id`);--> statement-breakpoint
CREATE INDEX `account_members_user` ON `account_members` (`user_id`,`invited_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `account_members_member` ON `account_members` (`member_id`,`user_id`) WHERE member_id is not null;--> statement-breakpoint
ALTER TABLE `sessions` ADD `membership_id` text REFERENCES account_members(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `sessions_membership` ON `sessions` (`membership_id`) WHERE membership_id is not null;--> statement-breakpoint
ALTER TABLE `activity_log` ADD `actor_name` text;