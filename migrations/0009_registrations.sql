ALTER TABLE `sandbox_registry` ADD `glue` text;--> statement-breakpoint
ALTER TABLE `sandbox_registry` ADD `delegated_at` integer;--> statement-breakpoint
ALTER TABLE `sandbox_registry` ADD `locked` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `sandbox_registry` ADD `privacy` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `sandbox_registry` ADD `contacts` text;--> statement-breakpoint
ALTER TABLE `sandbox_zones` ADD `forwards` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `glue` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `delegation` text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE `domains` ADD `contacts` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `forwards` text;