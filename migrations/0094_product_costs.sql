CREATE TABLE `product_costs` (
	`key` text PRIMARY KEY NOT NULL,
	`currency` text NOT NULL,
	`monthly` integer,
	`annual` integer,
	`once` integer,
	`author` text NOT NULL,
	`changed_at` integer NOT NULL
);
