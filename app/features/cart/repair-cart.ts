import { terms } from "~/features/catalog/product";
import { settings } from "~/features/catalog/settings";
import { type CartCategory, itemId, repairQuantity, type ShownItem } from "./cart-item";

const categories: readonly CartCategory[] = [
	...(["domain", "transfer", "renewal", "extension"] as const),
	...(["plan", "plan-renewal", "addon", "hardware"] as const),
];

/**
 * Parses a stored list. Older pages, other programs or a person may have written it, so this repairs items where
 * possible and drops the rest.
 * @throws SyntaxError if the text is not JSON.
 */
export function readItems(text: string | null): ShownItem[] {
	if (!text) return [];
	const stored: unknown = JSON.parse(text);
	if (!Array.isArray(stored)) return [];
	const items = new Map<string, ShownItem>();
	for (const entry of stored) {
		const item = repairItem(entry);
		if (item && !items.has(item.id)) items.set(item.id, item);
	}
	return [...items.values()].slice(0, settings.maxCartLines);
}

function repairItem(entry: unknown): ShownItem | undefined {
	if (typeof entry !== "object" || entry === null) return undefined;
	const raw = entry as Readonly<Record<string, unknown>>;
	const id = text(raw.id) ?? text(raw.domain);
	if (!id) return undefined;
	const category = categories.find((known) => known === raw.category && text(raw.productId)) ?? guessCategory(id);
	const domain = text(raw.domain) ?? (category === "domain" ? (text(raw.name) ?? id) : undefined);
	const tld = text(raw.tld)?.replace(/^\./, "").toLowerCase() ?? domain?.split(".").slice(1).join(".");
	const product = {
		productId: text(raw.productId) ?? (category === "domain" ? "domain-registration" : id),
		category,
		...optional("domain", domain?.toLowerCase()),
		...optional(
			"term",
			terms.find((term) => term === raw.term),
		),
		...optional("planId", text(raw.planId)),
		...optional("planKey", text(raw.planKey)),
	};
	return {
		id: itemId(product),
		...product,
		name: text(raw.name) ?? domain ?? id,
		...optional("description", text(raw.description)),
		...optional("image", text(raw.image)),
		...optional("tld", tld),
		price: amount(raw.price) ?? 0,
		...optional("renewal", amount(raw.renewal)),
		available: raw.available !== false,
		quantity: repairQuantity(raw.quantity, category),
	};
}

/** For lists of the first two cart formats, which held domains and extensions only. */
function guessCategory(id: string): CartCategory {
	if (/^domain-\d{3}$/.test(id)) return "extension";
	return id.includes(".") ? "domain" : "plan";
}

const text = (value: unknown): string | undefined =>
	typeof value === "string" && value !== "" && value.length <= 300 ? value : undefined;

const amount = (value: unknown): number | undefined =>
	typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : undefined;

const optional = <K extends string, V>(key: K, value: V | undefined) =>
	value === undefined ? {} : ({ [key]: value } as Record<K, V>);
