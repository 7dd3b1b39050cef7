ALTER TABLE `activity_log` ADD `params` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `params` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `project_id` text REFERENCES projects(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `notifications_project` ON `notifications` (`project_id`) WHERE project_id is not null;--> statement-breakpoint
UPDATE `activity_log` SET `params` = json_object('text', `message`);--> statement-breakpoint
UPDATE `notifications` SET `params` = json_object('title', `title`, 'body', `body`, 'href', `href`);--> statement-breakpoint
UPDATE `notifications` SET `project_id` = (SELECT `id` FROM `projects` WHERE `id` = substr(`notifications`.`href`, 26)) WHERE `href` LIKE '/dashboard/projects?open=%';
