CREATE TABLE `listed_payments` (
	`provider` text NOT NULL,
	`receipt` text NOT NULL,
	`reference` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`paid_at` integer,
	`listed_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `receipt`)
);
--> statement-breakpoint
CREATE INDEX `listed_payments_listed` ON `listed_payments` (`listed_at`);