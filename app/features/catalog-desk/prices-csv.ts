import { CsvError, parseCsv, toCsv } from "~/lib/csv";
import { fail, ok, type Result } from "~/lib/result";
import type { Entry } from "./draft";
import { changesOf, type EntryField, entryPrices, fieldsOf, inputText, readEntry } from "./fields";

const head = ["Product", "Name", "Price", "Ksh", "USD"] as const;

/** The largest file, in characters. */
const maxLength = 500_000;

const fieldAt = (entry: Entry, name: string): EntryField | undefined =>
	fieldsOf(entry).find((field) => field.name === name);

/** All prices, one row for each. */
export const pricesCsv = (entries: readonly Entry[]): string =>
	toCsv(
		head,
		entries.flatMap((entry) =>
			entryPrices(entry).map(({ path }) => {
				const text = (currency: string) => {
					const field = fieldAt(entry, `${path}.${currency}`);
					return field ? inputText(field, entry.value) : "";
				};
				return [entry.key, entry.label, path, text("KES"), text("USD")];
			}),
		),
	);

interface ImportedEntry {
	readonly entry: Entry;
	readonly value: object;
}

/** The entries whose prices differ from those of the file. Failures name the line. */
export function readPrices(entries: readonly Entry[], text: string): Result<ImportedEntry[]> {
	if (text.length > maxLength) return problem("The file is too large.");
	let rows: ReturnType<typeof parseCsv>;
	try {
		rows = parseCsv(text.replace(/^\ufeff/, ""));
	} catch (error) {
		if (error instanceof CsvError) return problem(`Line ${error.line}: a quoted cell does not end.`);
		throw error;
	}
	const [first, ...lines] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
	if (!first || head.some((name, at) => first.cells[at]?.trim() !== name))
		return problem(`The first line must be ${head.join(",")}. Export the prices to see the form.`);
	const typed = new Map<string, { entry: Entry; texts: Map<string, string>; line: number }>();
	for (const { line, cells } of lines) {
		const [key = "", , path = "", shillings = "", dollars = ""] = cells.map((cell) => cell.trim());
		const entry = entries.find((one) => one.key === key);
		if (!entry) return problem(`Line ${line}: there is no product ${key.slice(0, 80)}.`);
		if (!entryPrices(entry).some((price) => price.path === path))
			return problem(`Line ${line}: ${entry.label} has no price ${path.slice(0, 80)}.`);
		const found = typed.get(key) ?? { entry, texts: new Map<string, string>(), line };
		if (found.texts.has(`${path}.KES`))
			return problem(`Line ${line}: the price ${path} of ${entry.label} is there twice.`);
		found.texts.set(`${path}.KES`, shillings).set(`${path}.USD`, dollars);
		typed.set(key, found);
	}
	const changed: ImportedEntry[] = [];
	for (const { entry, texts, line } of typed.values()) {
		const value = readEntry(entry, texts);
		if (!value.ok) return problem(`From line ${line}, ${entry.label}: ${value.error.message}`);
		if (changesOf({ ...entry, value: value.value }, entry.value).length > 0)
			changed.push({ entry, value: value.value });
	}
	return ok(changed);
}

const problem = (message: string) => fail("invalid", message, { fields: { file: message } });
