import { CsvError, parseCsv, toCsv } from "~/lib/csv";
import { fail, ok, type Result } from "~/lib/result";
import {
	type Costs,
	costChanges,
	costedPrices,
	costField,
	costTerms,
	type EnteredCosts,
	type ProductCosts,
	readCosts,
} from "./costs";
import type { Entry } from "./draft";
import {
	changesOf,
	decimals,
	type EntryField,
	type EntryPrice,
	entryPrices,
	type FieldChange,
	fieldsOf,
	inputText,
	readEntry,
} from "./fields";

const head = ["Product", "Name", "Price", "Ksh", "USD"] as const;
/** A file may leave them out. Costs then stay as they are. */
const costHead = ["Cost", "Cost currency"] as const;

/** The largest file, in characters. */
const maxLength = 500_000;

const fieldAt = (entry: Entry, name: string): EntryField | undefined =>
	fieldsOf(entry).find((field) => field.name === name);

/** All prices with what they cost us, one row for each. */
export const pricesCsv = (entries: readonly Entry[], costs: Costs): string =>
	toCsv(
		[...head, ...costHead],
		entries.flatMap((entry) =>
			entryPrices(entry).map((price) => {
				const text = (currency: string) => {
					const field = fieldAt(entry, `${price.path}.${currency}`);
					return field ? inputText(field, entry.value) : "";
				};
				return [entry.key, entry.label, price.path, text("KES"), text("USD"), ...costCells(entry, price, costs)];
			}),
		),
	);

/** What a price costs us and the currency. An extension has the cost at the dearest registrar. */
function costCells(entry: Entry, { path }: EntryPrice, costs: Costs): [string, string] {
	const term = costTerms(entry).find((one) => one.path === path)?.term;
	const own = term && costs.products.find(({ key }) => key === entry.key);
	const cost = term
		? { amount: own?.[term] ?? null, currency: own?.currency ?? "" }
		: costedPrices(entry, costs).find((one) => one.path === path)?.cost;
	return cost && cost.amount !== null ? [decimals(cost.amount), cost.currency] : ["", ""];
}

interface ImportedEntry {
	readonly entry: Entry;
	readonly value: object;
}

interface ImportedCosts {
	readonly entry: Entry;
	readonly before: ProductCosts | undefined;
	readonly costs: EnteredCosts;
	readonly changes: FieldChange[];
}

/** What a file changes. */
export interface ImportedPrices {
	readonly prices: readonly ImportedEntry[];
	readonly costs: readonly ImportedCosts[];
}

interface TypedEntry {
	readonly entry: Entry;
	readonly prices: Map<string, string>;
	/** By the names of the form's fields. */
	readonly costs: Map<string, string>;
	/** The first one. */
	readonly line: number;
}

/** The entries whose prices or costs differ from those of the file. Failures name the line. */
export function readPrices(entries: readonly Entry[], costs: Costs, text: string): Result<ImportedPrices> {
	const typed = readRows(entries, text);
	if (!typed.ok) return typed;
	const changed: { prices: ImportedEntry[]; costs: ImportedCosts[] } = { prices: [], costs: [] };
	for (const { entry, prices, costs: texts, line } of typed.value) {
		const value = readEntry(entry, prices);
		if (!value.ok) return problem(`From line ${line}, ${entry.label}: ${value.error.message}`);
		if (changesOf({ ...entry, value: value.value }, entry.value).length > 0)
			changed.prices.push({ entry, value: value.value });
		if (texts.size === 0) continue;
		const before = costs.products.find(({ key }) => key === entry.key);
		const after = readCosts(entry, before, texts, costs);
		if (!after.ok) return problem(`From line ${line}, cost of ${entry.label}: ${after.error.message}`);
		const changes = costChanges(entry, before, after.value);
		if (changes.length > 0) changed.costs.push({ entry, before, costs: after.value, changes });
	}
	return ok(changed);
}

/** The cells of each product in the file. */
function readRows(entries: readonly Entry[], text: string): Result<readonly TypedEntry[]> {
	if (text.length > maxLength) return problem("The file is too large.");
	let rows: ReturnType<typeof parseCsv>;
	try {
		rows = parseCsv(text.replace(/^\ufeff/, ""));
	} catch (error) {
		if (error instanceof CsvError) return problem(`Line ${error.line}: a quoted cell does not end.`);
		throw error;
	}
	const [first, ...lines] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
	const titles = first?.cells.map((cell) => cell.trim()) ?? [];
	const hasCosts = titles.slice(head.length).some((title) => title !== "");
	const wanted: readonly string[] = hasCosts ? [...head, ...costHead] : head;
	if (wanted.some((name, at) => titles[at] !== name))
		return problem(`The first line must be ${[...head, ...costHead].join(",")}. Export the prices to see the form.`);
	const typed = new Map<string, TypedEntry>();
	for (const { line, cells } of lines) {
		const [key = "", , path = "", shillings = "", dollars = "", cost = "", currency = ""] = cells.map((cell) =>
			cell.trim(),
		);
		const entry = entries.find((one) => one.key === key);
		if (!entry) return problem(`Line ${line}: there is no product ${key.slice(0, 80)}.`);
		if (!entryPrices(entry).some((price) => price.path === path))
			return problem(`Line ${line}: ${entry.label} has no price ${path.slice(0, 80)}.`);
		const found: TypedEntry = typed.get(key) ?? { entry, prices: new Map(), costs: new Map(), line };
		if (found.prices.has(`${path}.KES`))
			return problem(`Line ${line}: the price ${path} of ${entry.label} is there twice.`);
		found.prices.set(`${path}.KES`, shillings).set(`${path}.USD`, dollars);
		const term = costTerms(entry).find((one) => one.path === path)?.term;
		if (hasCosts && term) {
			const other = found.costs.get("currency");
			found.costs.set(costField(term), cost);
			if (cost !== "" && other !== undefined && other !== currency)
				return problem(
					`Line ${line}: the costs of ${entry.label} are in ${other} above. Use one currency for a product.`,
				);
			if (cost !== "") found.costs.set("currency", currency);
		}
		typed.set(key, found);
	}
	return ok([...typed.values()]);
}

const problem = (message: string) => fail("invalid", message, { fields: { file: message } });
