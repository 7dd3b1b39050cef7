import { defaultTtl, maxRecords, recordTypes, sameRecord, sameSet, ttlLimits, type ZoneRecord } from "./record";
import { parseRecord } from "./record-input";
import { isSpf, namesWithSeveralSpf, severalSpf } from "./spf";
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
	/** Entries that were skipped or adjusted, and why. */
	readonly notes: readonly LineNote[];
	/** Errors that prevent the import. */
	readonly errors: readonly LineNote[];
}

/** `merge` keeps the present records, `replace` removes them. */
export type ImportMode = "merge" | "replace";

interface State {
	/** Appended to names without a trailing dot. */
	origin: string;
	ttl: number | undefined;
	/** Null for a name that we don't support. */
	owner: string | null;
}

/** Limits the length of the error list. */
const maxErrors = 100;

/** Parses a zone file as BIND writes it (RFC 1035, section 5). Stops after too many errors or records. */
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
			notes.push({ line: entry.line, message: "This record is in the file twice. We skipped this copy." });
		else {
			const set = records.find(({ record }) => sameSet(record, outcome.record));
			const ttl = set?.record.ttl ?? outcome.record.ttl;
			if (ttl !== outcome.record.ttl)
				notes.push({
					line: entry.line,
					message: `All records of a name and type share a TTL, so this one gets ${ttl}.`,
				});
			else if (ttl !== outcome.asked)
				notes.push({
					line: entry.line,
					message: `We don't support a TTL of ${outcome.asked}, so this record gets ${ttl}.`,
				});
			records.push({ line: entry.line, record: { ...outcome.record, ttl } });
		}
	}
	return { records, notes, errors };
}

/** `asked`: the TTL in the file, in seconds. */
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
		if (isUnsupportedType(word)) return { note: `Skipped: we don't support ${word.toUpperCase()} records.` };
		return { error: word === "" ? "The record is not complete." : `“${word.slice(0, 40)}” is not a record type.` };
	}
	if (type === "NS" && state.owner === zone)
		return { note: "Skipped: set the domain's own nameservers on the Nameservers page." };
	if (!rest.length) return { error: `The ${type} record is not complete.` };
	if (type === "CAA" && isUnsupportedTag(rest[1]?.text))
		return { note: `Skipped: certificate authorities don't support the CAA tag “${rest[1]?.text}”.` };
	const input = readData(type, rest, state.origin);
	if (!input) return { error: `The ${type} record is not complete.` };
	const written = ttl ?? state.ttl ?? defaultTtl;
	if (state.owner === null || input.value === null) return { note: unsupportedName };
	const asked = written === automaticTtl ? defaultTtl : written;
	const { value } = input;
	const record = parseRecord({ ...input, value, type, name: `${state.owner}.`, ttl: String(clampTtl(asked)) }, zone);
	return record.ok ? { record: record.value, asked } : { error: record.error.message };
}

const unsupportedName = "Skipped: names can only have letters, digits, hyphens and underscores.";

function directive([word, value]: readonly Token[], state: State): Outcome | undefined {
	const name = word?.text.toUpperCase();
	if (name === "$ORIGIN" && value) {
		const origin = absoluteName(value.text, state.origin);
		if (origin === null) return { error: `We don't support ${value.text} here.` };
		state.origin = origin;
		return undefined;
	}
	if (name === "$TTL" && value && ttlFormat.test(value.text)) {
		state.ttl = seconds(value.text);
		return undefined;
	}
	return { error: `We don't support ${word?.text} here.` };
}

/** Exports of other providers use 1 for an automatic TTL. */
const automaticTtl = 1;

/** Limits a TTL (seconds) to what we support, rather than skipping its record. */
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

/** Adds the records of a zone file to a zone. Returns errors by line if that is not possible. */
export function importZone(present: Zone, text: string, mode: ImportMode, origin: string): Imported {
	const { records, notes, errors } = readZoneFile(text, origin);
	if (errors.length > 0) return { ok: false, errors, notes };
	if (records.length === 0) return { ok: false, errors: [{ line: 1, message: "This file has no records." }], notes };
	const read = records.map(({ record }) => record);
	const kept = mode === "replace" ? [] : present.filter((one) => !read.some((record) => sameRecord(one, record)));
	const ttlOf = (one: ZoneRecord) => read.find((record) => sameSet(one, record))?.ttl ?? one.ttl;
	const zone = [...kept.map((one) => ({ ...one, ttl: ttlOf(one) })), ...read];
	if (zone.length > maxRecords) {
		const sum = records.length > maxRecords ? "this file has more" : `this would make ${zone.length}`;
		const message = `A domain can have at most ${maxRecords} records, and ${sum}.`;
		return { ok: false, errors: [{ line: records[0]?.line ?? 1, message }], notes };
	}
	const problems = findProblems(zone, origin).flatMap(({ record, message }) => {
		const line = records.find((one) => one.record === record)?.line;
		return line === undefined ? [] : [{ line, message }];
	});
	if (problems.length > 0) return { ok: false, errors: problems, notes };
	const warnings = namesWithSeveralSpf(zone).flatMap((name) => {
		const line = records.findLast(({ record }) => isSpf(record) && record.name === name)?.line;
		return line === undefined ? [] : [{ line, message: severalSpf(name, origin) }];
	});
	return { ok: true, zone, notes: [...notes, ...warnings].toSorted((a, b) => a.line - b.line) };
}
