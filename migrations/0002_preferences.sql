ALTER TABLE `users` ADD `preferences` text;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_address` text;