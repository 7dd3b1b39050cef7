CREATE TABLE `reminders` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`stage` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `kind`, `stage`)
);
--> statement-breakpoint
CREATE INDEX `reminders_day` ON `reminders` (`user_id`,`day`);--> statement-breakpoint
-- What customers were reminded of in the last days by the emails of the previous release, so that they are not reminded again.
INSERT OR IGNORE INTO `reminders` (`user_id`, `day`, `kind`, `subject_id`, `stage`, `created_at`)
	SELECT `user_id`, date(`created_at` / 1000, 'unixepoch', '+3 hours'), 'domain', `payload` ->> '$.domainId',
		(`payload` ->> '$.expiresAt') + 86400000 * cast(substr(`dedupe_key`, length('mail.expiry-reminder::::') +
			length(`payload` ->> '$.domainId') + length(`payload` ->> '$.expiresAt')) as integer), `created_at`
	FROM `outbox`
	WHERE `kind` = 'mail.expiry-reminder' AND `user_id` IS NOT NULL AND `dedupe_key` IS NOT NULL
		AND `created_at` > (SELECT max(`created_at`) - 345600000 FROM `outbox`);--> statement-breakpoint
INSERT OR IGNORE INTO `reminders` (`user_id`, `day`, `kind`, `subject_id`, `stage`, `created_at`)
	SELECT `user_id`, date(`updated_at` / 1000, 'unixepoch', '+3 hours'), 'project', `id`, `due_at`, `updated_at`
	FROM `projects` WHERE `reminded_due_at` = `due_at`;--> statement-breakpoint
ALTER TABLE `projects` DROP COLUMN `reminded_due_at`;
