import {
	defaultTtl,
	maxRecords,
	type RecordType,
	recordTypes,
	sameRecord,
	sameSet,
	ttlLimits,
	type ZoneRecord,
} from "./record";
import { parseRecord, type RecordInput } from "./record-input";
import { quoteText, unescapeText } from "./text-value";
import { allProblems, type Zone } from "./zone";
import { type Entry, readEntries, type Token } from "./zone-file-entries";

export interface LineNote {
	readonly line: number;
	readonly message: string;
}

interface ZoneFile {
	readonly records: readonly { readonly line: number; readonly record: ZoneRecord }[];
	/** What was left out, and why. */
	readonly notes: readonly LineNote[];
	/** What must be mended first. */
	readonly errors: readonly LineNote[];
}

/** `merge`: what is there stays. */
export type ImportMode = "merge" | "replace";

interface State {
	/** What names without a closing dot end in. */
	origin: string;
	ttl: number | undefined;
	owner: string;
}

/** Other types that exist, which this editor does not keep. */
const foreignType =
	/^(?:SOA|PTR|DS|DNSKEY|CDS|CDNSKEY|RRSIG|NSEC3?|NSEC3PARAM|TLSA|SMIMEA|SSHFP|NAPTR|HTTPS|SVCB|LOC|HINFO|RP|SPF|URI|DNAME|OPENPGPKEY|ALIAS|TYPE\d+)$/i;

/** Nobody mends more at once. */
const mostErrors = 100;

/** A zone file as BIND writes it (RFC 1035, section 5), no further than where it is too much to be taken. */
export function readZoneFile(text: string, zone: string): ZoneFile {
	const records: { line: number; record: ZoneRecord }[] = [];
	const notes: LineNote[] = [];
	const errors: LineNote[] = [];
	const state: State = { origin: zone, ttl: undefined, owner: zone };
	for (const entry of readEntries(text)) {
		if (errors.length === mostErrors || records.length > maxRecords) break;
		const outcome = "problem" in entry ? { error: entry.problem } : readEntry(entry, state, zone);
		if (!outcome) continue;
		if ("error" in outcome) errors.push({ line: entry.line, message: outcome.error });
		else if ("note" in outcome) notes.push({ line: entry.line, message: outcome.note });
		else if (records.some(({ record }) => sameRecord(record, outcome.record)))
			notes.push({ line: entry.line, message: "This record stands in the file twice." });
		else {
			const set = records.find(({ record }) => sameSet(record, outcome.record));
			const ttl = set?.record.ttl ?? outcome.record.ttl;
			if (ttl !== outcome.record.ttl)
				notes.push({ line: entry.line, message: `Gets the TTL of the others of its name and type: ${ttl}.` });
			else if (ttl !== outcome.asked)
				notes.push({ line: entry.line, message: `A TTL of ${outcome.asked} can't be kept here: it gets ${ttl}.` });
			records.push({ line: entry.line, record: { ...outcome.record, ttl } });
		}
	}
	return { records, notes, errors };
}

/** `asked`: the TTL that stands in the file. */
type Outcome = { record: ZoneRecord; asked: number } | { note: string } | { error: string };

function readEntry({ tokens, indented }: Entry, state: State, zone: string): Outcome | undefined {
	const [first] = tokens;
	if (first?.text.startsWith("$") && !first.quoted) return directive(tokens, state);
	const rest = [...tokens];
	if (!indented) state.owner = absolute(rest.shift()?.text ?? "@", state.origin);
	let ttl: number | undefined;
	// TTL and class may come in either order, or not at all.
	for (let next = rest[0]; next && !next.quoted; next = rest[0]) {
		if (/^\d+(?:[smhdw]\d*)*$/i.test(next.text) && ttl === undefined) ttl = seconds(next.text);
		else if (!/^IN$/i.test(next.text)) break;
		rest.shift();
	}
	const word = rest.shift()?.text ?? "";
	const type = recordTypes.find((one) => one === word.toUpperCase());
	if (!type) {
		if (foreignType.test(word)) return { note: `${word.toUpperCase()} records are not kept here: left out.` };
		return { error: word === "" ? "The record is not complete." : `“${word.slice(0, 40)}” is not a type of record.` };
	}
	if (type === "NS" && state.owner === zone)
		return { note: "The nameservers of the domain itself are set on the Nameservers page: left out." };
	const input = inputOf(type, rest, state.origin);
	if (!input) return { error: `The ${type} record is not complete.` };
	const written = ttl ?? state.ttl ?? defaultTtl;
	const asked = written === automatic ? defaultTtl : written;
	const record = parseRecord({ ...input, type, name: `${state.owner}.`, ttl: String(nearestTtl(asked)) }, zone);
	return record.ok ? { record: record.value, asked } : { error: record.error.message };
}

function directive([word, value]: readonly Token[], state: State): Outcome | undefined {
	const name = word?.text.toUpperCase();
	if (name === "$ORIGIN" && value) {
		state.origin = absolute(value.text, state.origin);
		return undefined;
	}
	if (name === "$TTL" && value && /^\d+(?:[smhdw]\d*)*$/i.test(value.text)) {
		state.ttl = seconds(value.text);
		return undefined;
	}
	return { error: `${word?.text} can't be used here.` };
}

const noFields = { value: "", priority: "", weight: "", port: "", flags: "", tag: "" };

/** The form's fields of what stands after the type; undefined when something is missing or too much. */
function inputOf(
	type: RecordType,
	tokens: readonly Token[],
	origin: string,
): Omit<RecordInput, "type" | "name" | "ttl"> | undefined {
	const [a = "", b = "", c = "", d = ""] = tokens.map(({ text }) => text);
	const count = (wanted: number) => tokens.length === wanted;
	switch (type) {
		case "A":
		case "AAAA":
			return count(1) ? { ...noFields, value: a } : undefined;
		case "CNAME":
		case "NS":
			return count(1) ? { ...noFields, value: target(a, origin) } : undefined;
		case "MX":
			return count(2) ? { ...noFields, priority: a, value: target(b, origin) } : undefined;
		case "SRV":
			return count(4) ? { ...noFields, priority: a, weight: b, port: c, value: target(d, origin) } : undefined;
		case "CAA":
			return count(3) ? { ...noFields, flags: a, tag: b, value: unescapeText(c) } : undefined;
		case "TXT": {
			const text = tokens.map((token) => unescapeText(token.text)).join("");
			// Quoted once more, so that quotation marks of the text itself are not taken for those of the file.
			return tokens.length > 0 ? { ...noFields, value: text === "" ? "" : quoteText(text) } : undefined;
		}
	}
}

/** What another provider's file calls automatic. */
const automatic = 1;

/** Within what can be kept here: a record is worth more than its TTL. */
const nearestTtl = (seconds: number): number => Math.min(Math.max(seconds, ttlLimits.min), ttlLimits.max);

const target = (name: string, origin: string): string => (name === "." ? name : `${absolute(name, origin)}.`);

/** Without its closing dot; the root of all names is empty. Secondary servers write their files from there. */
function absolute(name: string, origin: string): string {
	const typed = name.toLowerCase();
	if (typed === "@") return origin;
	if (typed.endsWith(".")) return typed.slice(0, -1);
	return origin === "" ? typed : `${typed}.${origin}`;
}

const lengths: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** "3600", "1h30m" */
const seconds = (text: string): number =>
	[...text.toLowerCase().matchAll(/(\d+)([smhdw]?)/g)].reduce(
		(sum, [, count, unit]) => sum + Number(count) * (lengths[unit || "s"] ?? 1),
		0,
	);

type Imported =
	| { readonly ok: true; readonly zone: Zone; readonly notes: readonly LineNote[] }
	| { readonly ok: false; readonly errors: readonly LineNote[]; readonly notes: readonly LineNote[] };

/** What the zone becomes with the file. Line by line, what hinders it. */
export function importZone(present: Zone, text: string, mode: ImportMode, origin: string): Imported {
	const { records, notes, errors } = readZoneFile(text, origin);
	if (errors.length > 0) return { ok: false, errors, notes };
	if (records.length === 0)
		return { ok: false, errors: [{ line: 1, message: "There is no record in this file." }], notes };
	const read = records.map(({ record }) => record);
	const kept = mode === "replace" ? [] : present.filter((one) => !read.some((record) => sameRecord(one, record)));
	const ttlOf = (one: ZoneRecord) => read.find((record) => sameSet(one, record))?.ttl ?? one.ttl;
	const zone = [...kept.map((one) => ({ ...one, ttl: ttlOf(one) })), ...read];
	if (zone.length > maxRecords) {
		const sum = records.length > maxRecords ? "this file has more" : `this would make ${zone.length}`;
		const message = `A domain holds at most ${maxRecords} records; ${sum}.`;
		return { ok: false, errors: [{ line: records[0]?.line ?? 1, message }], notes };
	}
	const problems = allProblems(zone, origin).flatMap(({ record, message }) => {
		const line = records.find((one) => one.record === record)?.line;
		return line === undefined ? [] : [{ line, message }];
	});
	return problems.length > 0 ? { ok: false, errors: problems, notes } : { ok: true, zone, notes };
}
