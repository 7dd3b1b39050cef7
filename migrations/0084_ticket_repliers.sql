CREATE TABLE `ticket_repliers` (
	`ticket_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`ticket_id`, `staff_id`),
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_repliers_until` ON `ticket_repliers` (`until`);