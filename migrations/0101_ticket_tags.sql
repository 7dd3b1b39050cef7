CREATE TABLE `ticket_tags` (
	`ticket_id` text NOT NULL,
	`tag` text NOT NULL,
	`list` text NOT NULL,
	`department` text NOT NULL,
	`assignee` text,
	`sorted_at` integer NOT NULL,
	PRIMARY KEY(`ticket_id`, `tag`),
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_tags_list` ON `ticket_tags` (`tag`,`list`,`sorted_at`,`ticket_id`);--> statement-breakpoint
CREATE INDEX `ticket_tags_department` ON `ticket_tags` (`tag`,`list`,`department`,`sorted_at`,`ticket_id`);--> statement-breakpoint
CREATE INDEX `ticket_tags_assignee` ON `ticket_tags` (`tag`,`list`,`assignee`,`sorted_at`,`ticket_id`) WHERE assignee is not null;--> statement-breakpoint
CREATE TRIGGER `tickets_tags_insert` AFTER INSERT ON `tickets` WHEN NEW.`tags` <> '[]' BEGIN
	INSERT OR REPLACE INTO `ticket_tags` (`ticket_id`, `tag`, `list`, `department`, `assignee`, `sorted_at`)
	SELECT NEW.`id`, `value`, NEW.`status`, NEW.`department`, NEW.`assignee`,
		CASE WHEN NEW.`status` = 'open' THEN NEW.`due_at` ELSE NEW.`updated_at` END
	FROM json_each(NEW.`tags`);
END;--> statement-breakpoint
CREATE TRIGGER `tickets_tags_update` AFTER UPDATE OF `tags`, `status`, `department`, `assignee`, `due_at`, `updated_at` ON `tickets`
WHEN NEW.`tags` <> '[]' OR OLD.`tags` <> '[]' BEGIN
	DELETE FROM `ticket_tags` WHERE `ticket_id` = OLD.`id`;
	INSERT OR REPLACE INTO `ticket_tags` (`ticket_id`, `tag`, `list`, `department`, `assignee`, `sorted_at`)
	SELECT NEW.`id`, `value`, NEW.`status`, NEW.`department`, NEW.`assignee`,
		CASE WHEN NEW.`status` = 'open' THEN NEW.`due_at` ELSE NEW.`updated_at` END
	FROM json_each(NEW.`tags`);
END;--> statement-breakpoint
INSERT INTO `ticket_tags` (`ticket_id`, `tag`, `list`, `department`, `assignee`, `sorted_at`)
SELECT DISTINCT `tickets`.`id`, `value`, `tickets`.`status`, `tickets`.`department`, `tickets`.`assignee`,
	CASE WHEN `tickets`.`status` = 'open' THEN `tickets`.`due_at` ELSE `tickets`.`updated_at` END
FROM `tickets`, json_each(`tickets`.`tags`);
