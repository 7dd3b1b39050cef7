CREATE TABLE `registrar_contacts` (
	`registrar` text NOT NULL,
	`contact_hash` text NOT NULL,
	`handle` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`registrar`, `contact_hash`)
);
--> statement-breakpoint
CREATE TABLE `registrar_orders` (
	`op_id` text PRIMARY KEY NOT NULL,
	`registrar` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`current_expiry` integer,
	`sent_at` integer,
	`accepted` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `registrar_orders_period` ON `registrar_orders` (`registrar`,`name`,`kind`,`current_expiry`) WHERE current_expiry is not null;--> statement-breakpoint
CREATE TABLE `registrar_problems` (
	`registrar` text PRIMARY KEY NOT NULL,
	`problem` text NOT NULL,
	`since` integer NOT NULL,
	`retry_at` integer NOT NULL
);
