DROP INDEX `hosting_pending`;--> statement-breakpoint
CREATE INDEX `hosting_pending` ON `hosting_plans` (`created_at`) WHERE +status = 'pending';