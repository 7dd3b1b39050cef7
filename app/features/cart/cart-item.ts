import type { Term } from "~/features/catalog/product";
import { settings } from "~/features/catalog/settings";

export type CartCategory =
	| "domain"
	| "transfer"
	| "renewal"
	| "extension"
	| "plan"
	| "plan-renewal"
	| "addon"
	| "hardware";

/**
 * One thing in the browser's cart, as local storage keeps it under `cart` and `savedItems`.
 * `name`, `price` and `available` are what the page showed; the server takes none of them for true.
 */
export interface CartItem {
	/** A domain's own name; else the product's id, with its term and the name it is for. */
	readonly id: string;
	readonly productId: string;
	readonly category: CartCategory;
	readonly name: string;
	readonly description?: string;
	readonly image?: string;
	/** The name that is bought, or that a plan is for. ASCII form. */
	readonly domain?: string;
	/** Without the leading dot. */
	readonly tld?: string;
	readonly term?: Term;
	/** The hosting plan that is renewed. */
	readonly planId?: string;
	/** Of a transfer; kept for the tab alone, see cart-storage. */
	readonly authCode?: string;
	/** Shillings, as shown when it was added: for a domain its first year. */
	readonly price: number;
	/** Shillings for each further year, as shown; the usual surcharge on `price` when it was not. */
	readonly renewal?: number;
	readonly available: boolean;
	/** Of a domain: years; of a plan's renewal: terms. */
	readonly quantity: number;
}

/** What pages hand over: a new item has quantity 1 unless they say otherwise. */
export type NewCartItem = Omit<CartItem, "id" | "quantity" | "available"> &
	Partial<Pick<CartItem, "id" | "quantity" | "available">>;

/** Is its quantity a number of years? */
export const countsYears = (category: CartCategory): boolean =>
	category === "domain" || category === "renewal" || category === "extension";

/** A name can be bought once, and anything renewed once; of a plan or a device there may be several. */
export const isUnique = (category: CartCategory): boolean =>
	countsYears(category) || category === "transfer" || category === "plan-renewal";

/** The most of one entry: 10 years of a name (ICANN), 12 terms of a plan, 99 of anything else. */
export function maxQuantity(category: CartCategory): number {
	if (category === "transfer") return 1;
	if (category === "plan-renewal") return 12;
	return countsYears(category) ? settings.domainYears.max : settings.maxQuantity;
}

/** An entry with all that a caller may leave out, its quantity brought within its bounds. */
export function toCartItem(item: NewCartItem): CartItem {
	return {
		...item,
		id: item.id ?? itemId(item),
		available: item.available ?? true,
		quantity: repairQuantity(item.quantity ?? 1, item.category),
	};
}

function itemId({ category, domain, productId, term, planId }: NewCartItem): string {
	if (category === "domain" && domain) return domain;
	if (planId) return `renewal:${planId}`;
	return [productId, term, domain].filter((part) => part && part !== "once").join(":");
}

/** A quantity that is not a positive number becomes 1; a fraction loses its fraction. */
export function repairQuantity(quantity: unknown, category: CartCategory): number {
	const count = typeof quantity === "number" && Number.isFinite(quantity) ? Math.floor(quantity) : 1;
	return Math.min(Math.max(count, 1), maxQuantity(category));
}
