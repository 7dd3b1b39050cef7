ALTER TABLE `tickets` ADD `rating` text;--> statement-breakpoint
ALTER TABLE `tickets` ADD `rating_comment` text;--> statement-breakpoint
ALTER TABLE `tickets` ADD `rated_at` integer;