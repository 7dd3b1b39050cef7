CREATE TABLE `hardware_stock` (
	`product_id` text PRIMARY KEY NOT NULL,
	`free` integer,
	`low_at` integer,
	`changes` integer DEFAULT 0 NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stock_reservations` (
	`order_line_id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`product_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`state` text NOT NULL,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stock_reservations_order` ON `stock_reservations` (`order_id`);--> statement-breakpoint
CREATE INDEX `stock_reservations_open` ON `stock_reservations` (`product_id`) WHERE state = 'reserved';--> statement-breakpoint
-- The hardware of orders from before that is not sent yet is on the shelf, too.
INSERT INTO `stock_reservations` (`order_line_id`, `order_id`, `product_id`, `quantity`, `state`)
SELECT l.`id`, l.`order_id`, l.`product_id`, l.`quantity`, 'reserved'
FROM `orders` o JOIN `order_lines` l ON l.`order_id` = o.`id`
WHERE o.`state` IN ('pending_payment', 'paid') AND l.`kind` = 'hardware'
	AND NOT EXISTS (SELECT 1 FROM `jobs` j WHERE j.`order_line_id` = l.`id` AND j.`state` = 'done');
