import { type Statement, type StatementEntry, StatementError } from "./statement-entry";
import { readShortDate } from "./statement-fields";

// SWIFT Standards MT, category 9: MT 940, fields 25, 60a, 61 and 86.

/** Field 61: value date, entry date, mark, funds code, amount, type, the owner's reference, the bank's reference. */
const entryPattern =
	/^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,12}),(\d{0,2})[SNF][A-Z0-9]{3}([^\n/]*(?:\/[^\n/]+)*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

interface Field {
	readonly tag: string;
	readonly value: string;
	readonly line: number;
}

/** The fields of the file. A field's value may have several lines. */
function fieldsOf(text: string): Field[] {
	const fields: { tag: string; value: string; line: number }[] = [];
	for (const [index, line] of text.split(/\r?\n/).entries()) {
		const [, tag, value = ""] = /^(?:\{.*\})?:(\d\d[A-Z]?):(.*)$/.exec(line.replace(/^\{1:.*\{4:/, "")) ?? [];
		const last = fields.at(-1);
		if (tag) fields.push({ tag, value, line: index + 1 });
		// A line with a hyphen or a bracket ends a message.
		else if (last && !/^-?\}?$/.test(line.trim()) && !/^\{\d:/.test(line)) last.value += `\n${line}`;
	}
	return fields;
}

/** Reads the messages of a file, one per account and day. @throws StatementError */
export function readMt940(text: string): Statement[] {
	const statements: (Statement & { currency: string | null; entries: StatementEntry[] })[] = [];
	for (const { tag, value, line } of fieldsOf(text)) {
		const current = statements.at(-1);
		if (tag === "25") statements.push({ account: value.trim(), currency: null, format: "MT940", entries: [] });
		else if (tag === "60F" || tag === "60M") {
			const [, currency] = /^[CD]\d{6}([A-Z]{3})/.exec(value) ?? [];
			if (!current || !currency) throw new StatementError(line, `:${tag}:`, "no currency of the opening balance");
			current.currency = currency;
		} else if (tag === "61") {
			if (!current) throw new StatementError(line, ":61:", "comes before the account in :25:");
			current.entries.push(entryOf(value, line));
		} else if (tag === "86") {
			const last = current?.entries.at(-1);
			const text = [last?.text, value].filter(Boolean).join("\n");
			if (current && last) current.entries.splice(-1, 1, { ...last, text });
		}
	}
	if (statements.length === 0) throw new StatementError(1, ":25:", "the file names no account");
	return statements;
}

function entryOf(value: string, line: number): StatementEntry {
	const [, short = "", entered, mark = "", whole, part = "", own = "", bank = "", details = ""] =
		entryPattern.exec(value) ?? [];
	if (whole === undefined)
		throw new StatementError(
			line,
			":61:",
			`"${value.slice(0, 40)}" is not a date, C or D, an amount with a comma and a type`,
		);
	const date = readShortDate(short);
	if (date === null) throw new StatementError(line, ":61:", `${short} is not a date`);
	const amount = Number(whole) * 100 + Number(part.padEnd(2, "0"));
	const kind = { C: "credit", RD: "credit", D: "debit", RC: "reversal" }[mark] as StatementEntry["kind"];
	const ownReference = own.trim() === "NONREF" ? "" : own.trim();
	const reference = bank.trim() || ownReference;
	return {
		line,
		date,
		otherDate: entryDate(date, entered),
		amount,
		reference,
		text: [ownReference, details].filter(Boolean).join("\n"),
		kind,
	};
}

/** The day of the booking, `MMDD`, in the year in which it is closest to the value date. */
function entryDate(valueDate: string, entered: string | undefined): string | null {
	if (entered === undefined) return null;
	const year = Number(valueDate.slice(2, 4));
	const days = [year - 1, year, year + 1].flatMap((one) => readShortDate(`${one}${entered}`) ?? []);
	const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(valueDate));
	return days.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}
