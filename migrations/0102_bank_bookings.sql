CREATE TABLE `bank_bookings` (
	`receipt` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`date` text NOT NULL,
	`other_date` text,
	`amount` integer NOT NULL,
	`position` integer,
	`same_as` text,
	`format` text NOT NULL,
	`reference` text NOT NULL,
	`text` text NOT NULL,
	`imported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_bookings_position` ON `bank_bookings` (`account`,`date`,`amount`,`position`);