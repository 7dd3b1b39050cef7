CREATE INDEX `users_closing` ON `users` (`closes_at`) WHERE status = 'closing';--> statement-breakpoint
CREATE INDEX `invoices_open` ON `invoices` (`due_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `projects_due` ON `projects` (`due_at`) WHERE removed_at is null and status <> 'completed';