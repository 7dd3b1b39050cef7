import { type Markup, tag } from "~/lib/xml";
import type { DsRecord } from "~/platform/dns/dns-host";
import { about, addressTag, authInfo, command, type EppCommand, type Nameserver, namespaces } from "./commands";

const domainName = (name: string) => tag("domain:name", null, name);
const years = (count: number | undefined) => count !== undefined && tag("domain:period", { unit: "y" }, count);
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
