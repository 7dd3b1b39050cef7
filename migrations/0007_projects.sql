CREATE TABLE `project_files` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`size` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `project_files_project` ON `project_files` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `project_files_user` ON `project_files` (`user_id`);--> statement-breakpoint
CREATE INDEX `project_files_reserved` ON `project_files` (`created_at`) WHERE state = 'reserved';--> statement-breakpoint
CREATE INDEX `project_files_removed` ON `project_files` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
CREATE TABLE `project_posts` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`removed_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `project_posts_project` ON `project_posts` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `project_posts_removed` ON `project_posts` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
ALTER TABLE `project_tasks` ADD `removed_at` integer;--> statement-breakpoint
CREATE INDEX `project_tasks_removed` ON `project_tasks` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
ALTER TABLE `projects` ADD `removed_at` integer;--> statement-breakpoint
CREATE INDEX `projects_removed` ON `projects` (`removed_at`) WHERE removed_at is not null;