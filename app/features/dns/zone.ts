import { ok, type Result } from "~/lib/result";
import { fullName } from "./full-name";
import { compareRecords, maxRecords, sameRecord, sameSet, type ZoneRecord } from "./record";

/** The records of one domain, in no order. */
export type Zone = readonly ZoneRecord[];

/** What an edit does to a zone: whole records go and come. */
export interface ZoneChange {
	readonly removed: Zone;
	readonly added: Zone;
}

/** A zone that breaks a rule: the sentence, and the record that it is about. */
interface ZoneProblem {
	readonly message: string;
	readonly record: ZoneRecord;
}

/** With one more record, whose TTL then holds for its whole set. */
export function addRecord(zone: Zone, record: ZoneRecord, origin: string): Result<Zone, ZoneProblem> {
	if (zone.some((one) => sameRecord(one, record)))
		return { ok: false, error: { message: "This record exists already.", record } };
	const others = zone.map((one) => (sameSet(one, record) ? { ...one, ttl: record.ttl } : one));
	return checkZone([...others, record], origin, record);
}

/** With one record in another's place. */
export function replaceRecord(
	zone: Zone,
	old: ZoneRecord,
	record: ZoneRecord,
	origin: string,
): Result<Zone, ZoneProblem> {
	return addRecord(removeRecords(zone, [old]), record, origin);
}

/** The zone less some records, whatever their TTL. */
export const removeRecords = (zone: Zone, gone: Zone): Zone =>
	zone.filter((one) => !gone.some((other) => sameRecord(one, other)));

/** The records between which nothing is lost or gained; a changed TTL is a change. */
export function diffZones(before: Zone, after: Zone): ZoneChange {
	const same = (a: ZoneRecord) => (b: ZoneRecord) => sameRecord(a, b) && a.ttl === b.ttl;
	return {
		removed: before.filter((one) => !after.some(same(one))).toSorted(compareRecords),
		added: after.filter((one) => !before.some(same(one))).toSorted(compareRecords),
	};
}

/** The zone after the change was taken back; null when what it added is no longer there as it was. */
export function undoChange(zone: Zone, { removed, added }: ZoneChange): Zone | null {
	const unchanged = added.every((one) => zone.some((other) => sameRecord(one, other) && one.ttl === other.ttl));
	return unchanged ? [...removeRecords(zone, added), ...removed] : null;
}

/** The zone, if it keeps the rules. `about`: the record to name when the zone as a whole is too large. */
export function checkZone(zone: Zone, origin: string, about?: ZoneRecord): Result<Zone, ZoneProblem> {
	const subject = about ?? zone[0];
	if (zone.length > maxRecords && subject)
		return { ok: false, error: { message: `A domain holds at most ${maxRecords} records.`, record: subject } };
	// The record that was just changed is the one to name.
	const inOrder = about ? [about, ...zone.filter((one) => one !== about)] : zone;
	for (const record of inOrder) {
		const message = findProblem(record, zone, origin);
		if (message) return { ok: false, error: { message, record } };
	}
	return ok(zone);
}

/** Every record that breaks a rule, with the rule. */
export const findProblems = (zone: Zone, origin: string): ZoneProblem[] =>
	zone.flatMap((record) => {
		const message = findProblem(record, zone, origin);
		return message ? [{ record, message }] : [];
	});

function findProblem(record: ZoneRecord, zone: Zone, origin: string): string | undefined {
	const { type, name } = record;
	const full = fullName(name, origin);
	const beside = zone.filter((one) => one !== record && one.name === name);
	if (beside.some((one) => sameRecord(one, record))) return "This record exists already.";
	if (beside.some((one) => one.type === type && one.ttl !== record.ttl))
		return `All ${type} records of ${full} need the same TTL.`;
	const alias = beside.find((one) => one.type === "CNAME");
	if (type === "CNAME" && beside.length > 0)
		return alias
			? `${full} is an alias already. A name can be an alias of one name only.`
			: `${full} has other records. An alias (CNAME) must be alone at its name.`;
	if (alias) return `${full} is an alias (CNAME) of ${alias.value}, and an alias can't have other records.`;
	const isDelegated = type !== "NS" && type !== "A" && type !== "AAAA" && beside.some((one) => one.type === "NS");
	if (isDelegated) return `${full} is handed to other nameservers (NS): its records belong there.`;
	if (type === "MX" && beside.some((one) => one.type === "MX" && (one.value === ".") !== (record.value === ".")))
		return "“.” means that the domain takes no mail: it can't stand beside other MX records.";
	return aliasProblem(record, zone, origin);
}

/** Where a record leads, inside of the zone. */
function aliasProblem({ type, name, value }: ZoneRecord, zone: Zone, origin: string): string | undefined {
	const target = type === "SRV" ? value.split(" ")[2] : value;
	const aliasAt = (host: string | undefined) => (host ? aliasOf(host, zone, origin) : undefined);
	if (type === "MX" || type === "NS" || type === "SRV") {
		const found = aliasAt(target);
		return (
			found && `${target} is an alias (CNAME). An ${type} record must name a server that has an address of its own.`
		);
	}
	if (type !== "CNAME") return undefined;
	const visited = new Set([fullName(name, origin)]);
	for (let next: string | undefined = target; next; next = aliasAt(next)?.value) {
		if (visited.has(next)) return `${fullName(name, origin)} would lead back to itself.`;
		visited.add(next);
	}
	return undefined;
}

/** The alias that answers for a host: its own, or that of the star above it when the host does not exist (RFC 4592). */
function aliasOf(host: string, zone: Zone, origin: string): ZoneRecord | undefined {
	const names = zone.map(({ name }) => fullName(name, origin));
	const exists = (name: string) => name === origin || names.some((one) => one === name || one.endsWith(`.${name}`));
	let encloser = host;
	while (encloser.includes(".") && !exists(encloser)) encloser = encloser.slice(encloser.indexOf(".") + 1);
	const answering = encloser === host ? host : `*.${encloser}`;
	return zone.find((one, index) => one.type === "CNAME" && names[index] === answering);
}
