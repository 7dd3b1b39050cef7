ALTER TABLE `tickets` ADD `closed_at` integer;--> statement-breakpoint
CREATE INDEX `tickets_answered` ON `tickets` (`answered_at`) WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX `tickets_closed_at` ON `tickets` (`closed_at`) WHERE closed_at is not null;