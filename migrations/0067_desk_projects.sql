CREATE INDEX `projects_created` ON `projects` (`created_at`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `projects_planned` ON `projects` (`created_at`) WHERE status = 'planned' and removed_at is null;--> statement-breakpoint
CREATE INDEX `projects_in_progress` ON `projects` (`created_at`) WHERE status = 'in-progress' and removed_at is null;--> statement-breakpoint
CREATE INDEX `projects_on_hold` ON `projects` (`created_at`) WHERE status = 'on-hold' and removed_at is null;--> statement-breakpoint
CREATE INDEX `projects_completed` ON `projects` (`created_at`) WHERE status = 'completed' and removed_at is null;--> statement-breakpoint
CREATE INDEX `projects_name` ON `projects` (lower(name),`id`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `projects_client` ON `projects` (lower(client),`id`) WHERE removed_at is null and client <> '';