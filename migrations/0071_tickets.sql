CREATE TABLE `ticket_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`kind` text NOT NULL,
	`author` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_messages_ticket` ON `ticket_messages` (`ticket_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`user_id` text,
	`name` text,
	`email` text,
	`phone` text,
	`via` text NOT NULL,
	`department` text NOT NULL,
	`status` text NOT NULL,
	`assignee` text,
	`subject` text NOT NULL,
	`tags` text NOT NULL,
	`snoozed_until` integer,
	`due_at` integer NOT NULL,
	`answered_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_number` ON `tickets` (`number`);--> statement-breakpoint
CREATE INDEX `tickets_user` ON `tickets` (`user_id`,`created_at`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `tickets_open` ON `tickets` (`due_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `tickets_waiting` ON `tickets` (`updated_at`) WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX `tickets_on_hold` ON `tickets` (`updated_at`) WHERE status = 'on-hold';--> statement-breakpoint
CREATE INDEX `tickets_closed` ON `tickets` (`updated_at`) WHERE status = 'closed';--> statement-breakpoint
CREATE INDEX `tickets_email` ON `tickets` (`email`) WHERE email is not null;--> statement-breakpoint
-- Enquiries are tickets now. A trigger converts them one by one.
CREATE TRIGGER `enquiries_tickets` AFTER INSERT ON `enquiries` BEGIN
	INSERT INTO `tickets` (`id`, `number`, `user_id`, `name`, `email`, `phone`, `via`, `department`, `status`, `subject`, `tags`, `due_at`, `created_at`, `updated_at`)
	VALUES (
		'tck_' || substr(new.id, 5), new.reference, new.user_id, new.name, new.email, new.phone, 'form',
		CASE WHEN new.kind IN ('quote', 'custom-plan') OR new.topic = 'sales' THEN 'sales' WHEN new.topic = 'billing' THEN 'billing' ELSE 'technical' END,
		'open',
		CASE new.kind WHEN 'quote' THEN 'Request for a quote' WHEN 'custom-plan' THEN 'Request for a custom plan' WHEN 'transfer' THEN 'Request to move domains' ELSE 'Message' END,
		'[]', new.created_at + 7200000, new.created_at, new.created_at
	);
	INSERT INTO `ticket_messages` (`id`, `ticket_id`, `kind`, `author`, `body`, `created_at`)
	VALUES (
		'tkm_' || substr(new.id, 5), 'tck_' || substr(new.id, 5), 'customer', new.name,
		trim(
			coalesce('Hosting accounts: ' || json_extract(new.details, '$.accounts') || char(10), '')
			|| coalesce('Disk space: ' || json_extract(new.details, '$.disk') || ' GB' || char(10), '')
			|| coalesce('Domains:' || char(10) || (SELECT group_concat(value, char(10)) FROM json_each(new.details, '$.domains')) || char(10), '')
			|| char(10) || coalesce(new.message, ''),
			char(10)
		),
		new.created_at
	);
END;--> statement-breakpoint
INSERT OR REPLACE INTO `enquiries` SELECT * FROM `enquiries`;--> statement-breakpoint
DROP TRIGGER `enquiries_tickets`;--> statement-breakpoint
-- The previous release still writes enquiries while this one is deployed, and emails them to us. The next release drops
-- the table.
DELETE FROM `enquiries`;--> statement-breakpoint
-- Only those in the queue still wait for an answer.
UPDATE `tickets` SET `status` = 'closed' WHERE NOT EXISTS (
	SELECT 1 FROM `problems` WHERE `key` = 'enquiry:enq_' || substr(`tickets`.`id`, 5) AND `resolved_at` IS NULL
);--> statement-breakpoint
UPDATE `problems` SET `key` = 'ticket:tck_' || substr(`subject`, 5), `kind` = 'ticket', `subject` = 'tck_' || substr(`subject`, 5), `cause_id` = 'tck_' || substr(`cause_id`, 5) WHERE `kind` = 'enquiry';