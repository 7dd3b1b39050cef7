ALTER TABLE `rate_counters` ADD `last_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `password_reset_at` integer;