CREATE TABLE `help_articles` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`section` text NOT NULL,
	`summary` text NOT NULL,
	`body` text NOT NULL,
	`position` integer NOT NULL,
	`published` integer,
	`author` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `help_articles_slug_unique` ON `help_articles` (`slug`);--> statement-breakpoint
CREATE TABLE `help_versions` (
	`number` integer PRIMARY KEY NOT NULL,
	`article_id` text NOT NULL,
	`content` text,
	`author` text NOT NULL,
	`created_at` integer NOT NULL,
	`distributed_at` integer
);
--> statement-breakpoint
CREATE INDEX `help_versions_article` ON `help_versions` (`article_id`,`number`);