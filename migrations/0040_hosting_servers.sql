CREATE TABLE `server_accounts` (
	`account` text PRIMARY KEY NOT NULL,
	`server` text NOT NULL,
	`user` text NOT NULL,
	`confirmed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `server_accounts_user` ON `server_accounts` (`server`,`user`);