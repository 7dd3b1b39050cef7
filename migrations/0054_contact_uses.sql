CREATE TABLE `registrar_contact_uses` (
	`registrar` text NOT NULL,
	`contact_hash` text NOT NULL,
	`name` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`registrar`, `contact_hash`, `name`),
	FOREIGN KEY (`registrar`,`contact_hash`) REFERENCES `registrar_contacts`(`registrar`,`contact_hash`) ON UPDATE no action ON DELETE cascade
);
