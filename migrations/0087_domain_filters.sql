DROP INDEX `domains_tld`;--> statement-breakpoint
CREATE INDEX `domains_tld` ON `domains` (`tld`,`expires_at`,`status`,`registrar`) WHERE status in ('active', 'expired', 'redemption');