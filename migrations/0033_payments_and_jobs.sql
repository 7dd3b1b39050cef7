CREATE INDEX `jobs_unfinished` ON `jobs` (`next_at`) WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `payments_invoice_state` ON `payments` (`invoice_id`,`state`);