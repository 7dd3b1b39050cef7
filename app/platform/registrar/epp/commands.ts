import type { DsRecord } from "~/platform/dns/dns-host";
import { type Markup, tag } from "./xml";

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

const command = (id: string, content: Markup, extension?: Markup): EppCommand => ({
	id,
	frame: document(
		tag("command", null, content, extension && tag("extension", null, extension), tag("clTRID", null, id)),
	),
});

type ObjectName = "domain" | "contact" | "host";

/** A command about an object: `<create><domain:create xmlns:domain="…">…`. */
const about = (object: ObjectName, verb: string, content: readonly (Markup | undefined | false)[], op?: string) =>
	tag(verb, op ? { op } : null, tag(`${object}:${verb}`, { [`xmlns:${object}`]: namespaces[object] }, content));

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

const domainName = (name: string) => tag("domain:name", null, name);
const years = (count: number | undefined) => count !== undefined && tag("domain:period", { unit: "y" }, count);
const authInfo = (object: "domain" | "contact", password: string | undefined) =>
	password !== undefined && tag(`${object}:authInfo`, null, tag(`${object}:pw`, null, password));

/** A nameserver. Its addresses are only sent to registries without host objects (RFC 5731, section 1.1). */
export interface Nameserver {
	readonly host: string;
	readonly addresses: readonly string[];
}

const addressTag = (name: string) => (address: string) =>
	tag(name, { ip: address.includes(":") ? "v6" : "v4" }, address);

function nameservers(servers: readonly Nameserver[], asObjects: boolean) {
	if (servers.length === 0) return undefined;
	const one = ({ host, addresses }: Nameserver) =>
		asObjects
			? tag("domain:hostObj", null, host)
			: tag("domain:hostAttr", null, tag("domain:hostName", null, host), addresses.map(addressTag("domain:hostAddr")));
	return tag("domain:ns", null, servers.map(one));
}

export const checkDomains = (id: string, names: readonly string[]): EppCommand =>
	command(id, about("domain", "check", names.map(domainName)));

export const infoDomain = (id: string, name: string): EppCommand =>
	command(id, about("domain", "info", [domainName(name)]));

/** Ids of contact objects. */
export interface ContactIds {
	readonly registrant: string;
	readonly admin: string;
	readonly tech: string;
}

const contactTags = ({ admin, tech }: Omit<ContactIds, "registrant">) => [
	tag("domain:contact", { type: "admin" }, admin),
	tag("domain:contact", { type: "tech" }, tech),
];

export interface NewDomain {
	readonly name: string;
	readonly years: number;
	readonly nameservers: readonly Nameserver[];
	/** Whether the registry has host objects. */
	readonly hostObjects: boolean;
	readonly contacts: ContactIds;
	readonly authCode: string;
}

export const createDomain = (id: string, domain: NewDomain): EppCommand =>
	command(
		id,
		about("domain", "create", [
			domainName(domain.name),
			years(domain.years),
			nameservers(domain.nameservers, domain.hostObjects),
			tag("domain:registrant", null, domain.contacts.registrant),
			...contactTags(domain.contacts),
			authInfo("domain", domain.authCode),
		]),
	);

/** @param currentExpiry the date as the registry writes it, so that a repeated command is refused */
export const renewDomain = (id: string, name: string, currentExpiry: string, count: number): EppCommand =>
	command(
		id,
		about("domain", "renew", [domainName(name), tag("domain:curExpDate", null, currentExpiry), years(count)]),
	);

/** `request` starts a transfer to us. `approve` and `reject` answer one away from us. */
export const transferDomain = (
	id: string,
	op: "request" | "query" | "approve" | "reject" | "cancel",
	name: string,
	{ authCode, years: count }: { readonly authCode?: string; readonly years?: number } = {},
): EppCommand =>
	command(id, about("domain", "transfer", [domainName(name), years(count), authInfo("domain", authCode)], op));

export interface DomainChanges {
	readonly name: string;
	readonly addServers?: readonly Nameserver[];
	readonly removeServers?: readonly Nameserver[];
	readonly hostObjects?: boolean;
	readonly addContacts?: Omit<ContactIds, "registrant">;
	readonly removeContacts?: readonly { readonly type: string; readonly id: string }[];
	readonly addStatuses?: readonly string[];
	readonly removeStatuses?: readonly string[];
	readonly registrant?: string;
	readonly authCode?: string;
	/** Replaces all DS records. */
	readonly ds?: readonly DsRecord[];
}

const statusTags = (statuses: readonly string[] = []) => statuses.map((status) => tag("domain:status", { s: status }));

export function updateDomain(id: string, changes: DomainChanges): EppCommand {
	const { name, hostObjects = true, ds, registrant } = changes;
	const section = (which: "add" | "rem", content: readonly (Markup | undefined)[]) =>
		content.some(Boolean) && tag(`domain:${which}`, null, content);
	const added = [
		nameservers(changes.addServers ?? [], hostObjects),
		...(changes.addContacts ? contactTags(changes.addContacts) : []),
		...statusTags(changes.addStatuses),
	];
	const removed = [
		nameservers(changes.removeServers ?? [], hostObjects),
		...(changes.removeContacts ?? []).map((one) => tag("domain:contact", { type: one.type }, one.id)),
		...statusTags(changes.removeStatuses),
	];
	const changed = [
		registrant !== undefined && tag("domain:registrant", null, registrant),
		authInfo("domain", changes.authCode),
	];
	return command(
		id,
		about("domain", "update", [
			domainName(name),
			section("add", added),
			section("rem", removed),
			changed.some(Boolean) && tag("domain:chg", null, changed),
		]),
		ds && replaceDs(ds),
	);
}

/** RFC 5910, section 5.2.5. */
const replaceDs = (records: readonly DsRecord[]): Markup =>
	tag(
		"secDNS:update",
		{ "xmlns:secDNS": namespaces.secDNS },
		tag("secDNS:rem", null, tag("secDNS:all", null, "true")),
		records.length > 0 && tag("secDNS:add", null, records.map(dsTag)),
	);

const dsTag = ({ keyTag, algorithm, digestType, digest }: DsRecord) =>
	tag(
		"secDNS:dsData",
		null,
		tag("secDNS:keyTag", null, keyTag),
		tag("secDNS:alg", null, algorithm),
		tag("secDNS:digestType", null, digestType),
		tag("secDNS:digest", null, digest.toUpperCase()),
	);

export const deleteDomain = (id: string, name: string): EppCommand =>
	command(id, about("domain", "delete", [domainName(name)]));

/** RFC 3915, section 4.2.5. The empty change is what its examples send. */
const restoreCommand = (id: string, name: string, restore: Markup): EppCommand =>
	command(
		id,
		about("domain", "update", [domainName(name), tag("domain:chg", null)]),
		tag("rgp:update", { "xmlns:rgp": namespaces.rgp }, restore),
	);

export const requestRestore = (id: string, name: string): EppCommand =>
	restoreCommand(id, name, tag("rgp:restore", { op: "request" }));

export interface RestoreReport {
	readonly name: string;
	/** What the registry showed before and after. */
	readonly before: string;
	readonly after: string;
	/** ms. */
	readonly deletedAt: number;
	readonly restoredAt: number;
	readonly reason: string;
	readonly statements: readonly string[];
}

export const reportRestore = (id: string, report: RestoreReport): EppCommand =>
	restoreCommand(
		id,
		report.name,
		tag(
			"rgp:restore",
			{ op: "report" },
			tag(
				"rgp:report",
				null,
				tag("rgp:preData", null, report.before),
				tag("rgp:postData", null, report.after),
				tag("rgp:delTime", null, new Date(report.deletedAt).toISOString()),
				tag("rgp:resTime", null, new Date(report.restoredAt).toISOString()),
				tag("rgp:resReason", null, report.reason),
				report.statements.map((statement) => tag("rgp:statement", null, statement)),
			),
		),
	);

export interface NewContact {
	readonly id: string;
	readonly name: string;
	readonly organisation: string | null;
	readonly street: string;
	readonly city: string;
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
