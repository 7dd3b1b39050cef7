CREATE TABLE `sandbox_refunds` (
	`refund_id` text PRIMARY KEY NOT NULL,
	`ref` text NOT NULL,
	`payment_ref` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sandbox_refunds_ref_unique` ON `sandbox_refunds` (`ref`);--> statement-breakpoint
CREATE INDEX `sandbox_refunds_payment` ON `sandbox_refunds` (`payment_ref`);