DROP INDEX `payment_reviews_open`;--> statement-breakpoint
DROP INDEX `refunds_unfinished`;