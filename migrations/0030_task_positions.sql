CREATE TABLE `task_positions` (
	`task` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `hosting_cancelled` ON `hosting_plans` (`expires_at`) WHERE cancelled_at is not null and status <> 'terminated';--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE read_at is null;