import { type Markup, tag } from "~/lib/xml";

/** Namespaces of what we use: RFC 5730 to 5733, 5910 (DNSSEC) and 3915 (grace periods). */
export const namespaces = {
	epp: "urn:ietf:params:xml:ns:epp-1.0",
	domain: "urn:ietf:params:xml:ns:domain-1.0",
	contact: "urn:ietf:params:xml:ns:contact-1.0",
	host: "urn:ietf:params:xml:ns:host-1.0",
	secDNS: "urn:ietf:params:xml:ns:secDNS-1.1",
	rgp: "urn:ietf:params:xml:ns:rgp-1.0",
} as const;

export interface EppCommand {
	/** Our transaction id (`clTRID`), which the answer repeats. */
	readonly id: string;
	/** The XML document. */
	readonly frame: string;
}

/** A transaction id has 3 to 64 characters (RFC 5730, section 2.5). */
export const transactionId = (opId: string, step: string): string =>
	`${opId.replace(/[^\w.-]/g, "-").slice(0, 62 - step.length)}.${step}`;

const document = (content: Markup): string =>
	`<?xml version="1.0" encoding="UTF-8" standalone="no"?>${tag("epp", { xmlns: namespaces.epp }, content).markup}`;

export const command = (id: string, content: Markup, extension?: Markup): EppCommand => ({
	id,
	frame: document(
		tag("command", null, content, extension && tag("extension", null, extension), tag("clTRID", null, id)),
	),
});

type ObjectName = "domain" | "contact" | "host";

/** A command about an object: `<create><domain:create xmlns:domain="…">…`. */
export const about = (
	object: ObjectName,
	verb: string,
	content: readonly (Markup | undefined | false)[],
	op?: string,
) => tag(verb, op ? { op } : null, tag(`${object}:${verb}`, { [`xmlns:${object}`]: namespaces[object] }, content));

export const hello = (): string => document(tag("hello", null));

export interface Login {
	readonly user: string;
	readonly password: string;
	readonly newPassword?: string;
	/** Namespaces, from the greeting. */
	readonly objects: readonly string[];
	readonly extensions: readonly string[];
}

export const login = (id: string, { user, password, newPassword, objects, extensions }: Login): EppCommand =>
	command(
		id,
		tag(
			"login",
			null,
			tag("clID", null, user),
			tag("pw", null, password),
			newPassword !== undefined && tag("newPW", null, newPassword),
			tag("options", null, tag("version", null, "1.0"), tag("lang", null, "en")),
			tag(
				"svcs",
				null,
				objects.map((uri) => tag("objURI", null, uri)),
				extensions.length > 0 &&
					tag(
						"svcExtension",
						null,
						extensions.map((uri) => tag("extURI", null, uri)),
					),
			),
		),
	);

export const logout = (id: string): EppCommand => command(id, tag("logout", null));

/** Reads the oldest message, which stays first until it is acknowledged. */
export const poll = (id: string): EppCommand => command(id, tag("poll", { op: "req" }));

export const acknowledge = (id: string, messageId: string): EppCommand =>
	command(id, tag("poll", { op: "ack", msgID: messageId }));

export const authInfo = (object: "domain" | "contact", password: string | undefined) =>
	password !== undefined && tag(`${object}:authInfo`, null, tag(`${object}:pw`, null, password));

/** A nameserver. Its addresses are only sent to registries without host objects (RFC 5731, section 1.1). */
export interface Nameserver {
	readonly host: string;
	readonly addresses: readonly string[];
}

export const addressTag = (name: string) => (address: string) =>
	tag(name, { ip: address.includes(":") ? "v6" : "v4" }, address);

export interface NewContact {
	readonly id: string;
	readonly name: string;
	readonly organisation: string | null;
	readonly street: string;
	readonly city: string;
	/** Null without one. It is optional (RFC 5733, section 2.4). */
	readonly postalCode: string | null;
	/** ISO 3166-1. */
	readonly country: string;
	/** `+254.712345678` (RFC 5733, section 2.5). */
	readonly phone: string;
	readonly email: string;
	readonly authCode: string;
}

export const createContact = (id: string, contact: NewContact): EppCommand =>
	command(
		id,
		about("contact", "create", [
			tag("contact:id", null, contact.id),
			tag(
				"contact:postalInfo",
				{ type: "int" },
				tag("contact:name", null, contact.name),
				contact.organisation !== null && tag("contact:org", null, contact.organisation),
				tag(
					"contact:addr",
					null,
					tag("contact:street", null, contact.street),
					tag("contact:city", null, contact.city),
					contact.postalCode !== null && tag("contact:pc", null, contact.postalCode),
					tag("contact:cc", null, contact.country),
				),
			),
			tag("contact:voice", null, contact.phone),
			tag("contact:email", null, contact.email),
			authInfo("contact", contact.authCode),
		]),
	);

const hostName = (host: string) => tag("host:name", null, host);

export const infoHost = (id: string, host: string): EppCommand => command(id, about("host", "info", [hostName(host)]));

export const createHost = (id: string, { host, addresses }: Nameserver): EppCommand =>
	command(id, about("host", "create", [hostName(host), ...addresses.map(addressTag("host:addr"))]));

export const updateHost = (id: string, host: string, added: readonly string[], removed: readonly string[]) =>
	command(
		id,
		about("host", "update", [
			hostName(host),
			added.length > 0 && tag("host:add", null, added.map(addressTag("host:addr"))),
			removed.length > 0 && tag("host:rem", null, removed.map(addressTag("host:addr"))),
		]),
	);
