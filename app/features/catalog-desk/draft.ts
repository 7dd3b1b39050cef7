import { type Announcement, isCrowded, mostAnnouncements } from "~/features/catalog/announcements";
import { productTitle } from "~/features/catalog/catalog";
import type { CatalogContent } from "~/features/catalog/content";
import type { Addon, Hardware, Plan } from "~/features/catalog/product";
import { mostOnPage, type Testimonial, testimonialPages } from "~/features/catalog/testimonials";
import { derivedId } from "~/lib/ids";
import { sha256Hex } from "~/lib/sha256";
import { shortened } from "~/lib/shortened";
import type { EntryKind } from "./kind-names";
import { emptyProducts, productOf } from "./new-products";

/** The kinds that staff add with the fields of their form. */
export const addedKinds = [
	"plan",
	"addon",
	"hardware",
	"testimonial",
	"announcement",
] as const satisfies readonly EntryKind[];
export type AddedKind = (typeof addedKinds)[number];

/** A part of the catalogue that staff edit as one. */
export interface Entry {
	/** `extension:co.ke`, `extension:*` for all others, `plan:shared-starter`, `rules`, `testimonial:tst_…`. */
	readonly key: string;
	readonly kind: EntryKind;
	readonly label: string;
	readonly value: object;
}

/** A change that is not published yet. */
export interface DraftRow {
	readonly key: string;
	readonly value: unknown;
	readonly author: string;
	readonly updatedAt: number;
}

/** What the form of an entry shows: its change in the draft, or what was published. Differs once that is another one. */
export const entryMark = ({ value }: Pick<Entry, "value">, row: DraftRow | undefined): string =>
	row ? String(row.updatedAt) : sha256Hex(JSON.stringify(value)).slice(0, 32);

const othersKey = "extension:*";

/** Characters of an announcement that name it. */
const mostInLabel = 48;

/** Whether it is the form that adds an entry. `.new` is an extension that can be sold. */
export const isNew = ({ key, kind }: Pick<Entry, "key" | "kind">): boolean =>
	kind !== "extension" && key === `${kind}:new`;

/** The kinds that customers buy. */
type ProductKind = keyof typeof emptyProducts;

export const isProduct = (kind: EntryKind): kind is ProductKind => kind in emptyProducts;

/** The id of the device with this key. Null for anything else. */
export const deviceOf = (key: string): string | null => /^hardware:(.+)$/.exec(key)?.[1] ?? null;

/** Everything that can be edited, in the order of the catalogue. */
export function entriesOf(content: CatalogContent): Entry[] {
	const products = (kind: ProductKind, list: readonly (Plan | Addon | Hardware)[]) =>
		list.map((value) => ({ key: `${kind}:${value.id}`, kind, label: productTitle(value), value }));
	return [
		...content.extensions.map((value) => ({
			...{ key: `extension:${value.tld}`, kind: "extension" as const, label: `.${value.tld}`, value },
		})),
		{ key: othersKey, kind: "extension", label: "All other extensions", value: content.otherExtensions },
		...products("plan", content.plans),
		...products("addon", content.addons),
		...products("hardware", content.hardware),
		{ key: "rules", kind: "rules", label: "Tax, delivery and exchange rate", value: content.rules },
		...content.testimonials
			.toSorted((a, b) => a.position - b.position)
			.map((value) => ({ key: `testimonial:${value.id}`, kind: "testimonial" as const, label: value.name, value })),
		...content.announcements.map((value) => ({
			...{
				key: `announcement:${value.id}`,
				kind: "announcement" as const,
				label: shortened(value.text, mostInLabel),
				value,
			},
		})),
	];
}

/** Whether the label, the key or the whole text of an entry has the words, in any case. */
export function isNamed({ key, kind, label, value }: Entry, words: string): boolean {
	// Its label is shortened.
	const text = kind === "announcement" ? (value as Announcement).text : "";
	return `${label} ${key} ${text}`.toLowerCase().includes(words.toLowerCase());
}

/** A new entry of a kind, before its form is read. */
export function newEntry(kind: AddedKind, content: CatalogContent): Entry {
	if (isProduct(kind)) return { key: `${kind}:new`, kind, label: "New product", value: emptyProducts[kind] };
	if (kind === "announcement")
		return { key: "announcement:new", kind, label: "New announcement", value: { id: "new" } };
	const position = Math.min(999, 1 + Math.max(0, ...content.testimonials.map((one) => one.position)));
	return { key: "testimonial:new", kind, label: "New testimonial", value: { id: "new", position } };
}

/** The entry with what its form has. The same content has the same key, so a form that is sent twice adds one entry. */
export function withKey({ kind }: Entry, value: object): Entry {
	if (isProduct(kind)) {
		const product = productOf(value as Parameters<typeof productOf>[0]);
		return { key: `${kind}:${product.id}`, kind, label: productTitle(product), value: product };
	}
	if (kind === "announcement") {
		const { text, until } = value as Announcement;
		const id = derivedId("ann", text, String(until));
		return { key: `${kind}:${id}`, kind, label: shortened(text, mostInLabel), value: { ...value, id } };
	}
	const { name, quote } = value as Testimonial;
	const id = derivedId("tst", name, quote);
	return { key: `${kind}:${id}`, kind, label: name, value: { ...value, id } };
}

/**
 * An earlier content, with the products and extensions that were published since then as no longer sold: customers may
 * have bought them, and renew them at their prices.
 */
export function withLaterProducts(earlier: CatalogContent, current: CatalogContent): CatalogContent {
	const withLater = <T extends object>(before: readonly T[], now: readonly T[], keyOf: (item: T) => string): T[] => {
		const known = new Set(before.map(keyOf));
		return [...before, ...now.flatMap((item) => (known.has(keyOf(item)) ? [] : { ...item, retired: true as const }))];
	};
	const id = (item: Plan | Addon | Hardware) => item.id;
	return {
		...earlier,
		extensions: withLater(earlier.extensions, current.extensions, ({ tld }) => tld),
		plans: withLater(earlier.plans, current.plans, id),
		addons: withLater(earlier.addons, current.addons, id),
		hardware: withLater(earlier.hardware, current.hardware, id),
	};
}

/** What a publish stores. Texts that were removed from the pages, and announcements that have ended, are left out. */
export const publishedContent = (content: CatalogContent, now: number): CatalogContent => ({
	...content,
	testimonials: content.testimonials.filter(({ removed }) => !removed),
	announcements: content.announcements.filter(({ removed, until }) => !removed && now < until),
});

/** The content with the changes. What it doesn't have is added. */
export function withChanges(content: CatalogContent, rows: readonly Pick<DraftRow, "key" | "value">[]): CatalogContent {
	const changed = new Map(rows.map(({ key, value }) => [key, value]));
	const id = (item: Plan | Addon | Hardware) => item.id;
	const withAdded = <T extends object>(kind: EntryKind, list: readonly T[], idOf: (item: T) => string): T[] => {
		const known = new Set([othersKey, ...list.map((item) => `${kind}:${idOf(item)}`)]);
		return [
			...list.map((item) => (changed.get(`${kind}:${idOf(item)}`) as T | undefined) ?? item),
			...rows.flatMap(({ key, value }) => (key.startsWith(`${kind}:`) && !known.has(key) ? [value as T] : [])),
		];
	};
	return {
		extensions: withAdded("extension", content.extensions, ({ tld }) => tld),
		otherExtensions:
			(changed.get(othersKey) as CatalogContent["otherExtensions"] | undefined) ?? content.otherExtensions,
		plans: withAdded("plan", content.plans, id),
		addons: withAdded("addon", content.addons, id),
		hardware: withAdded("hardware", content.hardware, id),
		rules: (changed.get("rules") as CatalogContent["rules"] | undefined) ?? content.rules,
		testimonials: withAdded("testimonial", content.testimonials, (item) => item.id),
		announcements: withAdded("announcement", content.announcements, (item) => item.id),
	};
}

interface Group {
	/** What customers would miss. */
	readonly name: string;
	readonly of: (content: CatalogContent) => readonly { readonly retired?: true }[];
}

const plansOf = (name: string, isOf: (plan: Plan) => boolean): Group => ({
	name,
	of: ({ plans }) => plans.filter(isOf),
});

/** Pages need at least one of each. */
const groups: readonly Group[] = [
	plansOf("hosting package", ({ family, id }) => family === "package" && id !== "package-managed-shared"),
	plansOf("plan of the pricing page", ({ family }) => family === "pricing"),
	plansOf("web hosting plan", ({ family }) => family === "shared"),
	plansOf("VPS plan", ({ family }) => family === "vps"),
	plansOf("reseller plan", ({ family }) => family === "reseller"),
	plansOf("email plan", ({ id }) => id.startsWith("email-")),
	plansOf("web plan of the portal", ({ id }) => id.startsWith("web-")),
	{ name: "device", of: ({ hardware }) => hardware },
];

/** Why an entry would have no effect. Null if it would. */
export function entryProblem(kind: EntryKind, value: object, now: number): ContentProblem | null {
	if (kind === "addon") {
		const { webOnly, belongsTo, prices } = value as Addon;
		if (!prices.monthly && !prices.annual)
			return { field: "prices.monthly.KES", message: "Enter a price for a month, for a year, or for both." };
		return webOnly && !belongsTo.includes("plan")
			? { field: "webOnly", message: "Only plans have websites, and this is not for plans." }
			: null;
	}
	if (kind !== "announcement") return null;
	const { until, removed } = value as Announcement;
	return until <= now && !removed ? { field: "until", message: "Choose a time that is still to come." } : null;
}

interface ContentProblem {
	/** The field that an entry's form shows it at. */
	readonly field: "retired" | "about" | "until" | "webOnly" | "prices.monthly.KES";
	readonly message: string;
}

/** Why the content can't be published. Null if it can. */
export function contentProblem(content: CatalogContent, now: number): ContentProblem | null {
	if (content.extensions.some(({ tld, retired }) => tld === "co.ke" && retired))
		return { field: "retired", message: ".co.ke must stay on sale, because searches without an extension use it." };
	const empty = groups.find(({ of }) => of(content).every(({ retired }) => retired));
	if (empty) return { field: "retired", message: `At least one ${empty.name} must stay on sale.` };
	if (isCrowded(content.announcements, now))
		return {
			field: "until",
			message: `A page shows at most ${mostAnnouncements} announcements at the same time. Choose other times or remove one.`,
		};
	const full = Object.entries(testimonialPages).find(
		([page]) => content.testimonials.filter(({ about, removed }) => about === page && !removed).length > mostOnPage,
	);
	return full
		? {
				field: "about",
				message: `The page ${full[1].name} shows at most ${mostOnPage} testimonials. Remove one or choose another page.`,
			}
		: null;
}

/** Changes with each change of the draft. */
export const draftMark = ({ number, rows }: { readonly number: number; readonly rows: readonly DraftRow[] }): string =>
	`${number}:${rows.length}:${rows.reduce((sum, { updatedAt }) => sum + updatedAt, 0)}`;
