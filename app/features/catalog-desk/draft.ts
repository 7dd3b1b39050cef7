import { productTitle } from "~/features/catalog/catalog";
import type { CatalogContent } from "~/features/catalog/content";
import type { Addon, Hardware, Plan } from "~/features/catalog/product";

export const entryKinds = ["extension", "plan", "addon", "hardware", "rules"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** A part of the catalogue that staff edit as one. */
export interface Entry {
	/** `extension:co.ke`, `extension:*` for all others, `plan:shared-starter`, `rules`. */
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

const othersKey = "extension:*";

/** Everything that can be edited, in the order of the catalogue. */
export function entriesOf(content: CatalogContent): Entry[] {
	const products = (kind: "plan" | "addon" | "hardware", list: readonly (Plan | Addon | Hardware)[]) =>
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
	];
}

/** The content with the changes. An extension that it doesn't have is added. Ignores changes of anything else that is gone. */
export function withChanges(content: CatalogContent, rows: readonly Pick<DraftRow, "key" | "value">[]): CatalogContent {
	const changed = new Map(rows.map(({ key, value }) => [key, value]));
	const replace = <T extends object>(kind: EntryKind, list: readonly T[], idOf: (item: T) => string): T[] =>
		list.map((item) => (changed.get(`${kind}:${idOf(item)}`) as T | undefined) ?? item);
	const id = (item: Plan | Addon | Hardware) => item.id;
	const known = new Set(content.extensions.map(({ tld }) => `extension:${tld}`));
	const added = rows.filter(({ key }) => key.startsWith("extension:") && key !== othersKey && !known.has(key));
	return {
		extensions: [
			...replace("extension", content.extensions, ({ tld }) => tld),
			...added.map(({ value }) => value as CatalogContent["extensions"][number]),
		],
		otherExtensions:
			(changed.get(othersKey) as CatalogContent["otherExtensions"] | undefined) ?? content.otherExtensions,
		plans: replace("plan", content.plans, id),
		addons: replace("addon", content.addons, id),
		hardware: replace("hardware", content.hardware, id),
		rules: (changed.get("rules") as CatalogContent["rules"] | undefined) ?? content.rules,
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

/** Why the content can't be published. Null if it can. */
export function contentProblem(content: CatalogContent): string | null {
	if (content.extensions.some(({ tld, retired }) => tld === "co.ke" && retired))
		return ".co.ke must stay on sale, because searches without an extension use it.";
	const empty = groups.find(({ of }) => of(content).every(({ retired }) => retired));
	return empty ? `At least one ${empty.name} must stay on sale.` : null;
}

/** Changes with each change of the draft. */
export const draftMark = ({ number, rows }: { readonly number: number; readonly rows: readonly DraftRow[] }): string =>
	`${number}:${rows.length}:${rows.reduce((sum, { updatedAt }) => sum + updatedAt, 0)}`;
