CREATE TABLE `bulk_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`change` text NOT NULL,
	`input` text NOT NULL,
	`retry_of` text,
	`staff_id` text NOT NULL,
	`staff_name` text NOT NULL,
	`place` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bulk_actions_created` ON `bulk_actions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bulk_actions_retries` ON `bulk_actions` (`retry_of`) WHERE retry_of is not null;--> statement-breakpoint
CREATE TABLE `bulk_rows` (
	`bulk_id` text NOT NULL,
	`position` integer NOT NULL,
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`message` text,
	PRIMARY KEY(`bulk_id`, `position`),
	FOREIGN KEY (`bulk_id`) REFERENCES `bulk_actions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bulk_rows_state` ON `bulk_rows` (`bulk_id`,`state`,`position`);