import type { z } from "zod";
import { announcementPlaces } from "~/features/catalog/announcements";
import type { CatalogContent } from "~/features/catalog/content";
import {
	addonSchema,
	announcementSchema,
	extensionSchema,
	hardwareSchema,
	otherExtensionsSchema,
	planSchema,
	rulesSchema,
	testimonialSchema,
} from "~/features/catalog/content.schema";
import { hardwareCategories, hardwareDrawings } from "~/features/catalog/hardware-categories";
import { sizeFeatures } from "~/features/catalog/plan-features";
import type { Prices } from "~/features/catalog/prices";
import type { Plan } from "~/features/catalog/product";
import { testimonialPages } from "~/features/catalog/testimonials";
import { formatMoment, kenya } from "~/lib/dates";
import type { Currency } from "~/lib/money";
import { parse } from "~/lib/parse";
import { fail, ok, type Result } from "~/lib/result";
import { publicPages } from "~/public-pages";
import { type Entry, entriesOf, isNew } from "./draft";
import { localText, momentOf } from "./kenyan-moment";
import { newAddonSchema, newHardwareSchema, newPlanSchema, planGroups } from "./new-products";

interface FieldGroup {
	readonly title: string;
	/** Few entries need it, so the form shows it closed. */
	readonly isRare?: true;
}

/** A field of the form of an entry. Its name is the path in the value: `register.KES`. */
export interface EntryField {
	readonly name: string;
	readonly label: string;
	readonly type:
		| "money"
		| "text"
		| "paragraph"
		| "moment"
		| "lines"
		/** Several words, with commas between them. */
		| "set"
		| "number"
		| "limit"
		| "percent"
		| "flag"
		| "switch";
	readonly currency?: Currency;
	readonly hint?: string;
	readonly required?: true;
	/** The fields that it is shown with in the form of a new entry. Without one, it is among the first. */
	readonly group?: FieldGroup;
	/** The values to choose from. */
	readonly options?: readonly { readonly value: string; readonly text: string }[];
}

/** Both currencies of a price. */
const both = (path: string, label: string, hint?: string): EntryField[] => [
	{ name: `${path}.KES`, label: `${label}, Ksh`, type: "money", currency: "KES", ...(hint && { hint }) },
	{ name: `${path}.USD`, label: `${label}, USD`, type: "money", currency: "USD" },
];

const retired = (hint: string): EntryField => ({ name: "retired", label: "No longer sold", type: "flag", hint });

const extensionFields: readonly EntryField[] = [
	...both("register", "First year"),
	...both("renew", "Each further year"),
	...both("transfer", "Transfer"),
	...both("restore", "Restore", "Without a price, customers are sent to our staff."),
];

const termNames = { monthly: "A month", annual: "A year", once: "Price" } as const;

const sizes: readonly EntryField[] = [
	{ name: "resources.diskGb", label: "Storage, GB", type: "limit" },
	{ name: "resources.ramGb", label: "Memory, GB", type: "number" },
	{ name: "resources.vcpu", label: "vCPU", type: "number" },
	{ name: "resources.trafficTb", label: "Traffic a month, TB", type: "number" },
	{ name: "resources.customerAccounts", label: "Customer accounts", type: "number" },
	{ name: "resources.fileLimit", label: "Files", type: "number" },
	{ name: "resources.websites", label: "Websites", type: "limit" },
	{ name: "resources.emailAccounts", label: "Mailboxes", type: "limit" },
	{ name: "resources.mailboxes", label: "Mailboxes of the email plan", type: "number" },
	{ name: "resources.mailboxGb", label: "GB for each mailbox", type: "number" },
];

const texts: readonly EntryField[] = [
	{ name: "name", label: "Name", type: "text", required: true },
	{ name: "description", label: "Description", type: "text", required: true },
];

const freeDomain: EntryField = {
	name: "freeDomain",
	label: "Free domain for the first year, paid annually",
	type: "flag",
};

const features: EntryField = {
	name: "features",
	label: "Features",
	type: "lines",
	required: true,
	hint: "One on each line. Sizes follow the limits above.",
};

const inGroup = (group: FieldGroup, fields: readonly EntryField[]): EntryField[] =>
	fields.map((field) => ({ ...field, group }));

const keyField = (hint: string): EntryField => ({ name: "key", label: "Key", type: "text", required: true, hint });

const optionsOf = (names: Readonly<Record<string, string>>) =>
	Object.entries(names).map(([value, text]) => ({ value, text }));

/** What an add-on can be for. */
const addonFields: readonly EntryField[] = [
	{
		name: "belongsTo",
		label: "For",
		type: "set",
		required: true,
		options: optionsOf({ plan: "Hosting plans", domain: "Domains", "domain,plan": "Domains and hosting plans" }),
	},
	{
		name: "webOnly",
		label: "Only for plans with a website",
		type: "flag",
		hint: "Plans with nothing but email can't have it.",
	},
];

/** Customers choose the term. An add-on is not sold for one without a price. */
const addonPrices: readonly EntryField[] = [
	...both("prices.monthly", termNames.monthly),
	...both("prices.annual", termNames.annual),
];

const newAddonFields: readonly EntryField[] = [
	keyField("Such as monitoring. It never changes, because orders and carts store it, as addon-monitoring."),
	...texts,
	...addonFields,
	...inGroup({ title: "Price, for a month, for a year, or for both" }, addonPrices),
];

const deviceFields: readonly EntryField[] = [
	{
		name: "category",
		label: "Category",
		type: "text",
		required: true,
		options: hardwareCategories.flatMap(({ id, name }) => (id === "all" ? [] : { value: id, text: name })),
	},
	{ name: "image", label: "Drawing", type: "text", required: true, options: optionsOf(hardwareDrawings) },
];

const deviceDetails: readonly EntryField[] = [
	{ ...features, hint: "One on each line. The pages promise a 2-year warranty on every device." },
	{ name: "rating", label: "Rating, of 5", type: "number", hint: "Such as 4.5. Without one, the page shows none." },
	{ name: "freeDelivery", label: "Free delivery", type: "switch" },
];

const newHardwareFields: readonly EntryField[] = [
	keyField("Such as scanner. It never changes, because orders and carts store it, as hardware-scanner."),
	...texts,
	...deviceFields,
	...both("prices.once", termNames.once),
	...deviceDetails,
];

/** Limits that plans for websites have. */
const websiteSizes: readonly string[] = ["resources.diskGb", "resources.websites", "resources.emailAccounts"];

const newPlanFields: readonly EntryField[] = [
	{
		name: "group",
		label: "Sold on",
		type: "text",
		required: true,
		options: Object.entries(planGroups).map(([value, { name: text, prefix }]) => ({
			value,
			text: `${text} (${prefix}…)`,
		})),
	},
	keyField(
		"Such as max. It never changes. With the start in brackets above, such as shared-max, it names the package in the control panel. Create that package before you publish.",
	),
	...texts,
	...inGroup({ title: "Prices" }, [
		...both("prices.monthly", termNames.monthly),
		...both("prices.annual", termNames.annual),
	]),
	...inGroup(
		{ title: "Limits" },
		sizes.filter(({ name }) => websiteSizes.includes(name)),
	),
	...inGroup(
		{ title: "Limits of VPS, reseller and email plans", isRare: true },
		sizes.filter(({ name }) => !websiteSizes.includes(name)),
	),
	...inGroup({ title: "On the page" }, [
		{ ...features, hint: "One on each line. The limits above are listed before them." },
		freeDomain,
	]),
];

/** The prices of a product, for the terms that it is sold for. */
const pricesOf = (value: object): EntryField[] =>
	(["monthly", "annual", "once"] as const).flatMap((term) =>
		read(value, `prices.${term}`) === undefined ? [] : both(`prices.${term}`, termNames[term]),
	);

const testimonialFields: readonly EntryField[] = [
	{ name: "name", label: "Name", type: "text", required: true, hint: "A person or a role, as the customer agreed to." },
	{ name: "business", label: "Business", type: "text", hint: "The business or the place." },
	{
		name: "quote",
		label: "Quote",
		type: "paragraph",
		required: true,
		hint: "At most 300 characters, without quotation marks.",
	},
	{
		name: "about",
		label: "Page",
		type: "text",
		required: true,
		options: Object.entries(testimonialPages).map(([value, { name: text }]) => ({ value, text })),
	},
	{
		name: "rating",
		label: "Rating",
		type: "number",
		required: true,
		options: [5, 4, 3, 2, 1].map((rating) => ({ value: String(rating), text: `${rating} of 5` })),
	},
	{ name: "position", label: "Position", type: "number", required: true, hint: "Pages show lower numbers first." },
];

const announcementFields: readonly EntryField[] = [
	{ name: "text", label: "Text", type: "text", required: true, hint: "At most 140 characters." },
	{ name: "place", label: "Shown on", type: "text", required: true, options: optionsOf(announcementPlaces) },
	{
		name: "link",
		label: "Link to",
		type: "text",
		options: [{ value: "", text: "No link" }, ...optionsOf(publicPages)],
	},
	{ name: "linkText", label: "The link says", type: "text", hint: "Such as See the new prices." },
	{ name: "from", label: "From", type: "moment", hint: "Time in Kenya. Leave it empty to start with the publish." },
	{ name: "until", label: "Until", type: "moment", required: true, hint: "Time in Kenya. It disappears then." },
];

const removed: EntryField = {
	name: "removed",
	label: "Remove",
	type: "flag",
	hint: "Taken off the pages with the next publish. Going back to an earlier version brings it back.",
};

/** The fields that an entry's form has. */
export function fieldsOf({ key, kind, value }: Pick<Entry, "key" | "kind" | "value">): readonly EntryField[] {
	switch (kind) {
		case "extension":
			if (key === "extension:*") return extensionFields;
			return [
				...extensionFields,
				{ name: "maxYears", label: "Most years at once", type: "number", hint: "Without a number, 10." },
				retired("Not in searches and lists any more. Customers still renew their names."),
			];
		case "plan":
			if (isNew({ key, kind })) return newPlanFields;
			return [
				...texts,
				...pricesOf(value),
				...sizes.filter(({ name }) => read(value, name) !== undefined),
				features,
				{ name: "highlight", label: "Label", type: "text", hint: "Such as Most popular. Usually one plan of a page." },
				freeDomain,
				retired("Not in lists and carts any more. Customers still renew it."),
			];
		case "addon":
			if (isNew({ key, kind })) return newAddonFields;
			return [
				...texts,
				...addonFields,
				...addonPrices,
				retired("Not in lists and carts any more. Customers still renew it."),
			];
		case "hardware":
			if (isNew({ key, kind })) return newHardwareFields;
			return [
				...texts,
				...deviceFields,
				...pricesOf(value),
				...deviceDetails,
				{ name: "outOfStock", label: "Out of stock", type: "flag", hint: "Shown, but can't be ordered." },
				retired("Not in the shop and carts any more."),
			];
		case "rules":
			return [
				{ name: "taxBasisPoints", label: "Tax, %", type: "percent", required: true },
				...both("shipping", "Delivery"),
				{
					name: "shillingsPerDollar",
					label: "Shillings for a dollar",
					type: "number",
					required: true,
					hint: "Converts prices that have only one currency.",
				},
			];
		case "testimonial":
			return [...testimonialFields, ...(isNew({ key, kind }) ? [] : [removed])];
		case "announcement":
			return [...announcementFields, ...(isNew({ key, kind }) ? [] : [removed])];
	}
}

/** A price of an entry in both currencies. */
export interface EntryPrice {
	/** The path in the value: `register`, `prices.monthly`. */
	readonly path: string;
	/** "First year", "A month" */
	readonly name: string;
}

/** The prices that an entry has. */
export const entryPrices = (entry: Pick<Entry, "key" | "kind" | "value">): EntryPrice[] =>
	fieldsOf(entry).flatMap(({ name, label, currency }) => {
		const path = name.replace(/\.KES$/, "");
		return currency === "KES" && read(entry.value, path) !== undefined
			? { path, name: label.replace(/, Ksh$/, "") }
			: [];
	});

/** The amounts of a price. Empty if the entry has no such price. */
export const amountsOf = ({ value }: Pick<Entry, "value">, { path }: Pick<EntryPrice, "path">): Partial<Prices> =>
	(read(value, path) as Partial<Prices> | null | undefined) ?? {};

const schemas = {
	extension: extensionSchema,
	plan: planSchema,
	addon: addonSchema,
	hardware: hardwareSchema,
	rules: rulesSchema,
	testimonial: testimonialSchema,
	announcement: announcementSchema,
} satisfies Record<Entry["kind"], z.ZodType>;

const newSchemas = { plan: newPlanSchema, addon: newAddonSchema, hardware: newHardwareSchema };

type Json = Record<string, unknown>;

const read = (value: unknown, path: string): unknown =>
	path.split(".").reduce<unknown>((at, part) => (at as Json | undefined | null)?.[part], value);

/** Sets or removes what is at the path. */
function write(value: Json, path: string, to: unknown): void {
	const parts = path.split(".");
	const last = parts.pop() ?? "";
	let at = value;
	for (const part of parts) {
		const next: Json = (at[part] as Json | null | undefined) ?? {};
		at[part] = next;
		at = next;
	}
	if (to === undefined) delete at[last];
	else at[last] = to;
}

/** Hundredths as an input shows them. */
export const decimals = (minor: number): string => (minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2));

/** The field's value as its input shows it. Empty if there is none. */
export function inputText({ name, type }: EntryField, value: object): string {
	const found = read(value, name);
	if (found === undefined || found === null || found === false) return "";
	if (type === "money") return decimals((found as { amount: number }).amount);
	if (type === "percent") return decimals(found as number);
	if (type === "moment") return localText(found as number);
	if (type === "lines") return (found as readonly string[]).join("\n");
	return found === true ? "on" : String(found);
}

/** The field's value in a comparison. */
function shownText(field: EntryField, value: object): string {
	const text = inputText(field, value);
	if (field.type === "money" && text !== "") return text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
	if (field.type === "moment" && text !== "") return formatMoment(read(value, field.name) as number, kenya);
	if (field.type === "flag" || field.type === "switch") return text === "" ? "no" : "yes";
	return text === "" ? "none" : (field.options?.find(({ value }) => value === text)?.text ?? text);
}

export interface FieldChange {
	readonly label: string;
	readonly before: string;
	readonly after: string;
}

/** What differs between two values of an entry. `before` is null for an entry that is new. */
export const changesOf = (entry: Entry, before: object | null): FieldChange[] =>
	fieldsOf(entry).flatMap((field) => {
		if (field.type === "lines") return lineChanges(field, before, entry.value);
		// A new entry lists what it has, not what it lacks.
		if (before === null && inputText(field, entry.value) === "") return [];
		const [was, is] = [before === null ? "none" : shownText(field, before), shownText(field, entry.value)];
		return was === is ? [] : [{ label: field.label, before: was, after: is }];
	});

interface EntryDifference {
	readonly entry: Entry;
	readonly changes: readonly FieldChange[];
	/** Whether the other content does not have it any more. */
	readonly isRemoved: boolean;
	/** Whether the other content does not have it yet. */
	readonly isNew: boolean;
}

/** What differs between two contents, in the order of the catalogue. */
export function differences(before: CatalogContent, after: CatalogContent): EntryDifference[] {
	const was = new Map(entriesOf(before).map((entry) => [entry.key, entry]));
	const entries = entriesOf(after);
	const keys = new Set(entries.map(({ key }) => key));
	const changed = entries.map((entry) => ({
		...{ entry, isRemoved: false, isNew: !was.has(entry.key) },
		changes: changesOf(entry, was.get(entry.key)?.value ?? null),
	}));
	const removed = [...was.values()].filter(({ key }) => !keys.has(key));
	return [
		...changed.filter(({ changes }) => changes.length > 0),
		...removed.map((entry) => ({ entry, isRemoved: true, isNew: false, changes: [] })),
	];
}

/** The lines that are only in one of the values. */
function lineChanges(field: EntryField, before: object | null, after: object): FieldChange[] {
	const linesOf = (value: object | null) => (value ? inputText(field, value).split("\n") : []);
	const [was, is] = [linesOf(before), linesOf(after)];
	if (was.join("\n") === is.join("\n")) return [];
	const only = (lines: string[], others: string[]) => lines.filter((line) => !others.includes(line)).join(", ");
	return [{ label: field.label, before: only(was, is) || "none", after: only(is, was) || "another order" }];
}

export const notAnAmount = "Enter an amount such as 1,750 or 12.99.";

/** Reads an amount such as 1,750 or 12.99 as hundredths. Null if it is none. */
export function hundredths(text: string): number | null {
	const plain = text.replaceAll(/[,\s]/g, "");
	return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/** Reads a typed value. `undefined` leaves it out. */
function typedValue({ type, currency, options }: EntryField, text: string): Result<unknown, string> {
	if (type === "flag") return ok(text === "on" ? true : undefined);
	if (type === "switch") return ok(text === "on");
	if (type === "lines") return ok(text.split("\n").flatMap((line) => line.trim() || []));
	if (text === "") return ok(undefined);
	if (type === "text") return ok(text);
	if (type === "set")
		return options?.some(({ value }) => value === text)
			? ok(text.split(","))
			: { ok: false, error: "Choose one of the list." };
	if (type === "moment") {
		const at = momentOf(text);
		return at === null ? { ok: false, error: "Enter a day and a time." } : ok(at);
	}
	if (type === "paragraph") return ok(text.replace(/\s+/g, " "));
	if (type === "limit" && /^unlimited$/i.test(text)) return ok("Unlimited");
	if (type === "money" || type === "percent") {
		const amount = hundredths(text);
		if (amount === null)
			return {
				ok: false,
				error: type === "money" ? notAnAmount : "Enter a percentage such as 16.",
			};
		return ok(type === "money" ? { amount, currency } : amount);
	}
	const number = Number(text.replaceAll(",", ""));
	return Number.isFinite(number) ? ok(number) : { ok: false, error: "Enter a number." };
}

/**
 * The entry's value with what a form has. A field that the form does not have stays. Failures name the field.
 * @param texts by the names of the fields
 */
export function readEntry(entry: Entry, texts: ReadonlyMap<string, string>): Result<object> {
	const fields = fieldsOf(entry);
	// Not structuredClone, which keeps that two prices are the same object.
	const value = JSON.parse(JSON.stringify(entry.value)) as Json;
	const problems: Record<string, string> = {};
	for (const field of fields) {
		const typed = texts.get(field.name);
		if (typed === undefined) continue;
		const found = typedValue(field, typed.normalize("NFC").replaceAll("\r\n", "\n").trim());
		if (found.ok) write(value, field.name, found.value);
		else problems[field.name] = found.error;
	}
	if (entry.kind === "extension" && Object.keys((value.restore as object | null) ?? {}).length === 0)
		value.restore = null;
	if (entry.kind === "plan") value.features = withSizes(entry.value as Plan, value as unknown as Plan);
	if (isNew(entry) || entry.kind === "addon") dropEmptyPrices(value);
	const schema = schemaOf(entry);
	const parsed = parse(schema, value);
	if (!parsed.ok) {
		for (const [path, message] of Object.entries(parsed.error.fields ?? {}))
			problems[nameFor(fields, path)] ??= message;
	}
	const [first] = Object.entries(problems);
	if (!first) return ok(value);
	const label = fields.find(({ name }) => name === first[0])?.label ?? first[0];
	return fail("invalid", `${label}: ${first[1]}`, { fields: problems });
}

function schemaOf({ key, kind }: Entry): z.ZodType {
	if (key === "extension:*") return otherExtensionsSchema;
	return isNew({ key, kind }) ? { ...schemas, ...newSchemas }[kind] : schemas[kind];
}

/** A new product or an add-on is not sold for a term without a price. */
function dropEmptyPrices(value: Json): void {
	if (!value.prices) return;
	value.prices = Object.fromEntries(
		Object.entries(value.prices).filter(([, prices]) => Object.keys(prices as Json).length > 0),
	);
}

/** The field that a path of the value belongs to: `register.KES.amount` and `register` to `register.KES`. */
const nameFor = (fields: readonly EntryField[], path: string): string =>
	fields.find(({ name }) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`))?.name ?? path;

/** The features with the sizes of the new limits in the place of the old ones. */
function withSizes(before: Plan, after: Plan): string[] {
	const [old, now] = [sizeFeatures(before.resources ?? {}), sizeFeatures(after.resources ?? {})];
	if (old.length !== now.length) return [...after.features];
	return after.features.map((feature) => {
		const at = old.indexOf(feature);
		return (at < 0 ? undefined : now[at]) ?? feature;
	});
}
