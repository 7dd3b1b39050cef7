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

/** An item of the cart, as the cookie has it: what the customer wants, without names and prices. */
export interface CartItem {
	/** For a domain, its name. Otherwise the product's id with its term and the domain it is for. */
	readonly id: string;
	readonly productId: string;
	readonly category: CartCategory;
	/** The domain that is bought, or that a plan is for. ASCII form. */
	readonly domain?: string;
	readonly term?: Term;
	/** The hosting plan that is renewed, or that an add-on is for. */
	readonly planId?: string;
	/** For an add-on of a plan in the same cart: the plan's item. */
	readonly planKey?: string;
	/** Years for a domain, terms for a plan's renewal. */
	readonly quantity: number;
	/** Changes with the price that the customer last saw (price-mark.ts). Is not a price. */
	readonly priceMark?: string;
}

/**
 * An item with what the page showed. Local storage has them under `cart` and `savedItems`. The server trusts none of
 * `name`, `price` and `available`.
 */
export interface ShownItem extends Omit<CartItem, "priceMark"> {
	readonly name: string;
	readonly description?: string;
	readonly image?: string;
	/** Without the leading dot. */
	readonly tld?: string;
	/** Shillings, as shown when the item was added. For a domain, the first year. */
	readonly price: number;
	/** Shillings for each further year, as shown. Defaults to `price`. */
	readonly renewal?: number;
	readonly available: boolean;
}

/** What pages pass to the cart. `quantity` defaults to 1. */
export type NewCartItem = Omit<ShownItem, "id" | "quantity" | "available"> &
	Partial<Pick<ShownItem, "id" | "quantity" | "available">>;

/** Whether the quantity is a number of years. */
export const countsYears = (category: CartCategory): boolean =>
	category === "domain" || category === "renewal" || category === "extension";

/** Whether the cart can have the item only once: a domain, a transfer, a renewal, or an add-on of one thing. */
export const isUnique = (category: CartCategory): boolean =>
	countsYears(category) || category === "transfer" || category === "plan-renewal" || category === "addon";

/** The highest quantity of an item: 10 years of a domain (ICANN), 12 terms of a plan, one add-on, 99 of anything else. */
export function maxQuantity(category: CartCategory): number {
	if (category === "transfer" || category === "addon") return 1;
	if (category === "plan-renewal") return 12;
	return countsYears(category) ? settings.domainYears.max : settings.maxQuantity;
}

/** Fills in the optional fields and limits the quantity. */
export function toCartItem(item: NewCartItem): ShownItem {
	return {
		...item,
		id: item.id ?? itemId(item),
		available: item.available ?? true,
		quantity: repairQuantity(item.quantity ?? 1, item.category),
	};
}

/** The id of an item with these fields. */
export function itemId(item: Omit<CartItem, "id" | "quantity">): string {
	const { category, domain, productId, term, planId, planKey } = item;
	if (category === "domain" && domain) return domain;
	if (planId && category !== "addon") return `renewal:${planId}`;
	return [productId, term, domain ?? planId ?? planKey].filter((part) => part && part !== "once").join(":");
}

/** Rounds down and limits to 1 … `maxQuantity`. Anything that is not a number becomes 1. */
export function repairQuantity(quantity: unknown, category: CartCategory): number {
	const count = typeof quantity === "number" && Number.isFinite(quantity) ? Math.floor(quantity) : 1;
	return Math.min(Math.max(count, 1), maxQuantity(category));
}
