import { defaultTtl, maxRecords, recordTypes, sameRecord, sameSet, ttlLimits, type ZoneRecord } from "./record";
import { parseRecord } from "./record-input";
import { brokenEscape, unescapeBytes } from "./text-value";
import { isUnsupportedType } from "./unsupported-types";
import { findProblems, type Zone } from "./zone";
import { absoluteName, isUnsupportedTag, readData } from "./zone-file-data";
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
	/** Null for a name that can't be kept here. */
	owner: string | null;
}

/** Nobody mends more at once. */
const maxErrors = 100;

/** A zone file as BIND writes it (RFC 1035, section 5), no further than where it is too much to be taken. */
export function readZoneFile(text: string, zone: string): ZoneFile {
	const records: { line: number; record: ZoneRecord }[] = [];
	const notes: LineNote[] = [];
	const errors: LineNote[] = [];
	const state: State = { origin: zone, ttl: undefined, owner: zone };
	for (const entry of readEntries(text)) {
		if (errors.length === maxErrors || records.length > maxRecords) break;
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

/** "3600", "1h30m" */
const ttlFormat = /^(?:\d+|(?:\d+[smhdw])+)$/i;

function readEntry({ tokens, indented }: Entry, state: State, zone: string): Outcome | undefined {
	const [first] = tokens;
	if (tokens.some(({ text }) => unescapeBytes(text) === null)) return { error: brokenEscape };
	if (first?.text.startsWith("$") && !first.quoted) return directive(tokens, state);
	const rest = [...tokens];
	if (!indented) state.owner = absoluteName(rest.shift()?.text ?? "@", state.origin);
	let ttl: number | undefined;
	// TTL and class may come in either order, or not at all.
	for (let next = rest[0]; next && !next.quoted; next = rest[0]) {
		if (ttlFormat.test(next.text) && ttl === undefined) ttl = seconds(next.text);
		else if (!/^(?:IN|CLASS1)$/i.test(next.text)) break;
		rest.shift();
	}
	const word = rest.shift()?.text ?? "";
	const type = recordTypes.find((one) => one === word.toUpperCase());
	if (!type) {
		if (isUnsupportedType(word)) return { note: `${word.toUpperCase()} records can't be kept here: left out.` };
		return { error: word === "" ? "The record is not complete." : `“${word.slice(0, 40)}” is not a type of record.` };
	}
	if (type === "NS" && state.owner === zone)
		return { note: "The nameservers of the domain itself are set on the Nameservers page: left out." };
	if (!rest.length) return { error: `The ${type} record is not complete.` };
	if (type === "CAA" && isUnsupportedTag(rest[1]?.text))
		return { note: `Certificate authorities don't know the CAA tag “${rest[1]?.text}”: left out.` };
	const input = readData(type, rest, state.origin);
	if (!input) return { error: `The ${type} record is not complete.` };
	const written = ttl ?? state.ttl ?? defaultTtl;
	if (state.owner === null || input.value === null) return { note: nameLeftOut };
	const asked = written === automaticTtl ? defaultTtl : written;
	const { value } = input;
	const record = parseRecord({ ...input, value, type, name: `${state.owner}.`, ttl: String(clampTtl(asked)) }, zone);
	return record.ok ? { record: record.value, asked } : { error: record.error.message };
}

const nameLeftOut =
	"A name can be kept here only if it has letters, digits, hyphens and underscores and no others: left out.";

function directive([word, value]: readonly Token[], state: State): Outcome | undefined {
	const name = word?.text.toUpperCase();
	if (name === "$ORIGIN" && value) {
		const origin = absoluteName(value.text, state.origin);
		if (origin === null) return { error: `${value.text} can't be used here.` };
		state.origin = origin;
		return undefined;
	}
	if (name === "$TTL" && value && ttlFormat.test(value.text)) {
		state.ttl = seconds(value.text);
		return undefined;
	}
	return { error: `${word?.text} can't be used here.` };
}

/** Cloudflare writes automatic TTLs as 1 in its export. */
const automaticTtl = 1;

/** Within what can be kept here: a record is worth more than its TTL. */
const clampTtl = (seconds: number): number => Math.min(Math.max(seconds, ttlLimits.min), ttlLimits.max);

const lengths: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

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
	const problems = findProblems(zone, origin).flatMap(({ record, message }) => {
		const line = records.find((one) => one.record === record)?.line;
		return line === undefined ? [] : [{ line, message }];
	});
	return problems.length > 0 ? { ok: false, errors: problems, notes } : { ok: true, zone, notes };
}
