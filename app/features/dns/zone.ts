import { ok, type Result } from "~/lib/result";
import { fullName } from "./full-name";
import { compareRecords, maxRecords, sameRecord, sameSet, type ZoneRecord } from "./record";
import { isSpf } from "./spf";

/** The records of one domain, in any order. */
export type Zone = readonly ZoneRecord[];

/** The records that an edit removes and adds. An edited record is in both lists. */
export interface ZoneChange {
	readonly removed: Zone;
	readonly added: Zone;
}

/** A broken rule: the message and the record that breaks it. */
interface ZoneProblem {
	readonly message: string;
	readonly record: ZoneRecord;
}

/** Adds a record. All records of its set get its TTL. Refuses a second SPF record of a name. */
export function addRecord(zone: Zone, record: ZoneRecord, origin: string): Result<Zone, ZoneProblem> {
	const isOtherSpf = (one: ZoneRecord) => isSpf(one) && one.name === record.name && !sameRecord(one, record);
	if (isSpf(record) && zone.some(isOtherSpf)) {
		const message = `${fullName(record.name, origin)} already has an SPF record (v=spf1), and a name may have only one. Add your servers to that record.`;
		return { ok: false, error: { message, record } };
	}
	return insertRecord(zone, record, origin);
}

function insertRecord(zone: Zone, record: ZoneRecord, origin: string): Result<Zone, ZoneProblem> {
	if (zone.some((one) => sameRecord(one, record)))
		return { ok: false, error: { message: "This record already exists.", record } };
	const others = zone.map((one) => (sameSet(one, record) ? { ...one, ttl: record.ttl } : one));
	return checkZone([...others, record], origin, record);
}

export function replaceRecord(
	zone: Zone,
	old: ZoneRecord,
	record: ZoneRecord,
	origin: string,
): Result<Zone, ZoneProblem> {
	const others = removeRecords(zone, [old]);
	// One of several imported SPF records can still be changed, such as to merge them.
	return isSpf(old) ? insertRecord(others, record, origin) : addRecord(others, record, origin);
}

/** Removes records, regardless of their TTL. */
export const removeRecords = (zone: Zone, gone: Zone): Zone =>
	zone.filter((one) => !gone.some((other) => sameRecord(one, other)));

/** The records to remove and add to turn one zone into the other. A record with a new TTL is in both lists. */
export function diffZones(before: Zone, after: Zone): ZoneChange {
	const same = (a: ZoneRecord) => (b: ZoneRecord) => sameRecord(a, b) && a.ttl === b.ttl;
	return {
		removed: before.filter((one) => !after.some(same(one))).toSorted(compareRecords),
		added: after.filter((one) => !before.some(same(one))).toSorted(compareRecords),
	};
}

/** Undoes a change. Null if a record that it added was changed or removed since. */
export function undoChange(zone: Zone, { removed, added }: ZoneChange): Zone | null {
	const unchanged = added.every((one) => zone.some((other) => sameRecord(one, other) && one.ttl === other.ttl));
	return unchanged ? [...removeRecords(zone, added), ...removed] : null;
}

/** Returns the zone if it follows all rules. `about`: the record that was just added, which is checked first. */
export function checkZone(zone: Zone, origin: string, about?: ZoneRecord): Result<Zone, ZoneProblem> {
	const subject = about ?? zone[0];
	if (zone.length > maxRecords && subject)
		return { ok: false, error: { message: `A domain can have at most ${maxRecords} records.`, record: subject } };
	const inOrder = about ? [about, ...zone.filter((one) => one !== about)] : zone;
	for (const record of inOrder) {
		const message = findProblem(record, zone, origin);
		if (message) return { ok: false, error: { message, record } };
	}
	return ok(zone);
}

export const findProblems = (zone: Zone, origin: string): ZoneProblem[] =>
	zone.flatMap((record) => {
		const message = findProblem(record, zone, origin);
		return message ? [{ record, message }] : [];
	});

function findProblem(record: ZoneRecord, zone: Zone, origin: string): string | undefined {
	const { type, name } = record;
	const full = fullName(name, origin);
	const beside = zone.filter((one) => one !== record && one.name === name);
	if (beside.some((one) => sameRecord(one, record))) return "This record already exists.";
	if (beside.some((one) => one.type === type && one.ttl !== record.ttl))
		return `All ${type} records of ${full} need the same TTL.`;
	const alias = beside.find((one) => one.type === "CNAME");
	if (type === "CNAME" && beside.length > 0)
		return alias
			? `${full} is already an alias. A name can be an alias of only one other name.`
			: `${full} has other records. An alias (CNAME) must be alone at its name.`;
	if (alias) return `${full} is an alias (CNAME) of ${alias.value}, and an alias can't have other records.`;
	const isDelegated = type !== "NS" && type !== "A" && type !== "AAAA" && beside.some((one) => one.type === "NS");
	if (isDelegated) return `${full} is delegated to other nameservers (NS). Add its records there.`;
	if (type === "MX" && beside.some((one) => one.type === "MX" && (one.value === ".") !== (record.value === ".")))
		return "“.” means that the domain receives no email, so it can't have other MX records.";
	return aliasProblem(record, zone, origin);
}

/** Checks the target of a record against the aliases of the zone. */
function aliasProblem({ type, name, value }: ZoneRecord, zone: Zone, origin: string): string | undefined {
	const target = type === "SRV" ? value.split(" ")[2] : value;
	const aliasAt = (host: string | undefined) => (host ? aliasOf(host, zone, origin) : undefined);
	if (type === "MX" || type === "NS" || type === "SRV") {
		const found = aliasAt(target);
		return found && `${target} is an alias (CNAME). An ${type} record must name a server with its own IP address.`;
	}
	if (type !== "CNAME") return undefined;
	const visited = new Set([fullName(name, origin)]);
	for (let next: string | undefined = target; next; next = aliasAt(next)?.value) {
		if (visited.has(next)) return `${fullName(name, origin)} would point back to itself.`;
		visited.add(next);
	}
	return undefined;
}

/** The alias of a host: its own, or the wildcard's above it if the host does not exist (RFC 4592). */
function aliasOf(host: string, zone: Zone, origin: string): ZoneRecord | undefined {
	const names = zone.map(({ name }) => fullName(name, origin));
	const exists = (name: string) => name === origin || names.some((one) => one === name || one.endsWith(`.${name}`));
	let encloser = host;
	while (encloser.includes(".") && !exists(encloser)) encloser = encloser.slice(encloser.indexOf(".") + 1);
	const answering = encloser === host ? host : `*.${encloser}`;
	return zone.find((one, index) => one.type === "CNAME" && names[index] === answering);
}
