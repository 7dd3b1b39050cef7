CREATE TABLE `task_runs` (
	`task` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`error` text
);
