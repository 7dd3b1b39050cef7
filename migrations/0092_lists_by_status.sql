CREATE INDEX `orders_held` ON `orders` (`created_at`) WHERE held_reason is not null;--> statement-breakpoint
CREATE INDEX `proposals_open` ON `proposals` (`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `proposals_accepted` ON `proposals` (`created_at`) WHERE state = 'accepted';--> statement-breakpoint
CREATE INDEX `proposals_declined` ON `proposals` (`created_at`) WHERE state = 'declined';--> statement-breakpoint
CREATE INDEX `proposals_withdrawn` ON `proposals` (`created_at`) WHERE state = 'withdrawn';