CREATE TABLE `registrar_accounts` (
	`registrar` text PRIMARY KEY NOT NULL,
	`costs_at` integer,
	`balance` integer,
	`balance_currency` text,
	`balance_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `registrar_costs` (
	`registrar` text NOT NULL,
	`tld` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer,
	`currency` text NOT NULL,
	`register` integer,
	`renew` integer,
	`transfer` integer,
	`restore` integer,
	`reported` text,
	PRIMARY KEY(`registrar`, `tld`, `since`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `registrar_costs_current` ON `registrar_costs` (`registrar`,`tld`) WHERE until is null;