CREATE TABLE `daily_figures` (
	`figure` text NOT NULL,
	`currency` text NOT NULL,
	`day` text NOT NULL,
	`key` text NOT NULL,
	`count` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`figure`, `currency`, `day`, `key`)
);
--> statement-breakpoint
CREATE INDEX `invoices_paid` ON `invoices` (`paid_at`) WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX `credit_notes_issued` ON `credit_notes` (`issued_at`);