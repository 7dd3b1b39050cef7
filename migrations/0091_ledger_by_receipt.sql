DROP INDEX `ledger_receipt`;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_receipt` ON `ledger_entries` (`receipt`,`provider`,`kind`);