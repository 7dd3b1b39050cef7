DROP INDEX `domains_tld`;--> statement-breakpoint
CREATE INDEX `domains_registrar_tld` ON `domains` (`registrar`,`tld`,`expires_at`,`status`) WHERE registrar is not null and status in ('active', 'expired', 'redemption');--> statement-breakpoint
CREATE INDEX `domains_tld` ON `domains` (`tld`,`expires_at`,`status`) WHERE status in ('active', 'expired', 'redemption');