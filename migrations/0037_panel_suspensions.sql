ALTER TABLE `sandbox_panel_accounts` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `sandbox_panel_accounts` ADD `suspend_reason` text;