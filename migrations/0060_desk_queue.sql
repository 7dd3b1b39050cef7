ALTER TABLE `problems` ADD `resolved_by` text;--> statement-breakpoint
ALTER TABLE `problems` ADD `taken_by` text;--> statement-breakpoint
ALTER TABLE `problems` ADD `taken_at` integer;--> statement-breakpoint
ALTER TABLE `problems` ADD `snoozed_until` integer;--> statement-breakpoint
ALTER TABLE `problems` ADD `due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `problems` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `problems_due` ON `problems` (`due_at`,`key`) WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX `problems_open_kind` ON `problems` (`kind`,`due_at`,`key`) WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX `problems_taken` ON `problems` (`taken_by`,`due_at`,`key`) WHERE taken_by is not null and resolved_at is null;--> statement-breakpoint
UPDATE problems SET due_at = since;--> statement-breakpoint
-- What waited before problems were stored. Their emails were sent, so none is sent again.
INSERT OR IGNORE INTO problems (`key`, kind, subject, cause_id, since, last_seen_at, due_at, count, emailed_at)
SELECT 'job:' || id, 'job', id, id, updated_at, updated_at, updated_at, 1, updated_at FROM jobs
WHERE state IN ('action_required', 'failed') AND needs IS NULL;--> statement-breakpoint
INSERT OR IGNORE INTO problems (`key`, kind, subject, cause_id, since, last_seen_at, due_at, count, emailed_at)
SELECT 'review:' || id, 'review', id, id, created_at, created_at, created_at, 1, created_at FROM payment_reviews
WHERE resolved_at IS NULL;--> statement-breakpoint
INSERT OR IGNORE INTO problems (`key`, kind, subject, cause_id, since, last_seen_at, due_at, count, emailed_at)
SELECT 'event:' || id, 'event', id, id, next_at, next_at, next_at, 1, next_at FROM outbox
WHERE state = 'dead' AND kind <> 'mail.staff-task';--> statement-breakpoint
INSERT OR IGNORE INTO problems (`key`, kind, subject, cause_id, since, last_seen_at, due_at, count, emailed_at)
SELECT 'tax-invoice:' || id, 'tax-invoice', id, id, created_at, created_at, created_at, 1, created_at FROM fiscal_documents
WHERE state = 'refused';
