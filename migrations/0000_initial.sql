CREATE TABLE `rate_counters` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`remembered` integer NOT NULL,
	`user_agent` text NOT NULL,
	`place` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`idle_expires_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `token_uses` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`country` text NOT NULL,
	`phone` text,
	`company` text,
	`timezone` text DEFAULT 'Africa/Nairobi' NOT NULL,
	`language` text DEFAULT 'en-GB' NOT NULL,
	`currency` text DEFAULT 'KES' NOT NULL,
	`status` text NOT NULL,
	`password_hash` text NOT NULL,
	`verify_generation` integer DEFAULT 0 NOT NULL,
	`reset_generation` integer DEFAULT 0 NOT NULL,
	`verified_at` integer,
	`mail_refused_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `inbox_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`idempotency_key` text NOT NULL,
	`sender` text NOT NULL,
	`recipient` text NOT NULL,
	`reply_to` text,
	`subject` text NOT NULL,
	`html` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_messages_idempotency_key_unique` ON `inbox_messages` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `inbox_created` ON `inbox_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`user_id` text,
	`dedupe_key` text,
	`state` text DEFAULT 'new' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`lease_until` integer,
	`last_error` text,
	`provider_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `write_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`changed` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invoice_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`description` text NOT NULL,
	`quantity` integer NOT NULL,
	`unit_amount` integer NOT NULL,
	`amount` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_position` ON `invoice_lines` (`invoice_id`,`position`);--> statement-breakpoint
CREATE TABLE `invoice_sequences` (
	`year` integer PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`order_id` text,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`currency` text NOT NULL,
	`subtotal` integer NOT NULL,
	`discount` integer NOT NULL,
	`tax` integer NOT NULL,
	`shipping` integer NOT NULL,
	`total` integer NOT NULL,
	`billed_to` text NOT NULL,
	`issued_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`paid_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number_unique` ON `invoices` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_order_id_unique` ON `invoices` (`order_id`);--> statement-breakpoint
CREATE INDEX `invoices_user` ON `invoices` (`user_id`,`issued_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`order_line_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`lease_until` integer,
	`external_ref` text,
	`message` text,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_line` ON `jobs` (`order_line_id`,`kind`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `jobs_user` ON `jobs` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `order_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`position` integer NOT NULL,
	`product_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`domain` text,
	`quantity` integer NOT NULL,
	`unit_amount` integer NOT NULL,
	`amount` integer NOT NULL,
	`details` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_lines_position` ON `order_lines` (`order_id`,`position`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`state` text NOT NULL,
	`currency` text NOT NULL,
	`subtotal` integer NOT NULL,
	`discount` integer NOT NULL,
	`tax` integer NOT NULL,
	`shipping` integer NOT NULL,
	`total` integer NOT NULL,
	`promo_code` text,
	`contact` text NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`fulfilled_at` integer,
	`cancelled_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_idempotency` ON `orders` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `promo_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`percent_basis_points` integer,
	`amount` integer,
	`currency` text,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`max_uses` integer,
	`max_uses_per_customer` integer,
	`uses` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `promo_redemptions` (
	`code` text NOT NULL,
	`order_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`code`, `order_id`),
	FOREIGN KEY (`code`) REFERENCES `promo_codes`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `promo_redemptions_order_id_unique` ON `promo_redemptions` (`order_id`);--> statement-breakpoint
CREATE INDEX `promo_redemptions_user` ON `promo_redemptions` (`code`,`user_id`);--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`payment_id` text,
	`kind` text NOT NULL,
	`provider` text NOT NULL,
	`receipt` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_receipt` ON `ledger_entries` (`provider`,`receipt`,`kind`);--> statement-breakpoint
CREATE INDEX `ledger_user` ON `ledger_entries` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`provider` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`payment_id` text,
	`body` text NOT NULL,
	`authentic` integer NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `dedupe_key`)
);
--> statement-breakpoint
CREATE TABLE `payment_reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`payment_id` text,
	`reason` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`method` text NOT NULL,
	`provider_ref` text,
	`callback_token` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`phone` text,
	`state` text NOT NULL,
	`redirect_url` text,
	`failure_code` text,
	`receipt` text,
	`checks` integer DEFAULT 0 NOT NULL,
	`next_check_at` integer,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_callback_token_unique` ON `payments` (`callback_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_open` ON `payments` (`invoice_id`,`method`) WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_provider_ref` ON `payments` (`provider`,`provider_ref`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_receipt` ON `payments` (`provider`,`receipt`);--> statement-breakpoint
CREATE INDEX `payments_invoice` ON `payments` (`invoice_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payments_due` ON `payments` (`state`,`next_check_at`);--> statement-breakpoint
CREATE TABLE `sandbox_operations` (
	`op_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`result` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sandbox_payments` (
	`ref` text PRIMARY KEY NOT NULL,
	`attempt_id` text NOT NULL,
	`method` text NOT NULL,
	`invoice_number` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`phone` text,
	`webhook_url` text NOT NULL,
	`return_url` text NOT NULL,
	`state` text NOT NULL,
	`receipt` text,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sandbox_payments_attempt_id_unique` ON `sandbox_payments` (`attempt_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sandbox_payments_receipt_unique` ON `sandbox_payments` (`receipt`);--> statement-breakpoint
CREATE TABLE `sandbox_registry` (
	`name` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`auth_code` text NOT NULL,
	`nameservers` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `activity_log` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`actor` text NOT NULL,
	`kind` text NOT NULL,
	`message` text NOT NULL,
	`subject_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `activity_user` ON `activity_log` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `dns_records` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`ttl` integer NOT NULL,
	`priority` integer,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `dns_records_domain` ON `dns_records` (`domain_id`);--> statement-breakpoint
CREATE TABLE `domains` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`tld` text NOT NULL,
	`status` text NOT NULL,
	`order_line_id` text,
	`registered_at` integer,
	`expires_at` integer,
	`auto_renew` integer DEFAULT true NOT NULL,
	`locked` integer DEFAULT true NOT NULL,
	`privacy` integer DEFAULT true NOT NULL,
	`ssl` integer DEFAULT false NOT NULL,
	`nameservers` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `domains_order_line_id_unique` ON `domains` (`order_line_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `domains_owner_name` ON `domains` (`user_id`,`name`);--> statement-breakpoint
CREATE INDEX `domains_expiry` ON `domains` (`status`,`expires_at`);--> statement-breakpoint
CREATE TABLE `hosting_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`product_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`domain` text,
	`ip` text,
	`order_line_id` text,
	`resources` text NOT NULL,
	`features` text NOT NULL,
	`price` integer NOT NULL,
	`currency` text NOT NULL,
	`term_months` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hosting_plans_order_line_id_unique` ON `hosting_plans` (`order_line_id`);--> statement-breakpoint
CREATE INDEX `hosting_user` ON `hosting_plans` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`href` text,
	`dedupe_key` text,
	`read_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe_key_unique` ON `notifications` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `project_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`completed` integer NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_tasks_project` ON `project_tasks` (`project_id`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`client` text NOT NULL,
	`status` text NOT NULL,
	`priority` text NOT NULL,
	`progress` integer NOT NULL,
	`due_at` integer,
	`technologies` text NOT NULL,
	`team` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `projects_user` ON `projects` (`user_id`,`created_at`);