ALTER TABLE `users` ADD `prompt_phone` text;--> statement-breakpoint
ALTER TABLE `users` ADD `prompt_hour` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `prompted` integer DEFAULT false NOT NULL;