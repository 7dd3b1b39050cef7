CREATE TABLE `problems` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`cause_id` text NOT NULL,
	`since` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`count` integer NOT NULL,
	`emailed_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE INDEX `problems_open` ON `problems` (`since`,`key`) WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX `problems_resolved` ON `problems` (`resolved_at`) WHERE resolved_at is not null;