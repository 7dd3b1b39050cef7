import type { Term } from "~/features/catalog/product";
import { settings } from "~/features/catalog/settings";
import { type CartCategory, type CartItem, itemId, repairQuantity } from "./cart-item";

/** What the customer chose. */
export interface CartState {
	readonly cart: readonly CartItem[];
	readonly savedItems: readonly CartItem[];
	/** The promo code that the customer applied. The server checks it. */
	readonly promo: string | null;
}

/** The names of the two lists, also in local storage. */
export type CartList = "cart" | "savedItems";

export const emptyCart: CartState = { cart: [], savedItems: [], promo: null };

/** Characters of the cookie's value. Browsers accept 4,096 bytes with name and attributes (RFC 6265, section 6.1). */
export const maxCookieLength = 3_000;

const version = "1";
const maxPromoLength = 40;

/** The first letter of an item. */
const letters: Readonly<Record<CartCategory, string>> = {
	domain: "d",
	transfer: "t",
	renewal: "r",
	extension: "e",
	plan: "p",
	"plan-renewal": "n",
	addon: "a",
	hardware: "h",
};
const categories = new Map(Object.entries(letters).map(([category, letter]) => [letter, category as CartCategory]));
/** Categories with one product, which is left out. */
const fixedProducts: Readonly<Partial<Record<CartCategory, string>>> = {
	domain: "domain-registration",
	transfer: "domain-transfer",
	renewal: "domain-renewal",
};
const terms: Readonly<Record<string, Term>> = { m: "monthly", a: "annual" };

/**
 * The cookie's value: `1|cart|saved items|promo code`. Items are separated by `!`, their fields by `:`. Uses only
 * characters that cookies allow.
 */
export const encodeCart = ({ cart, savedItems, promo }: CartState): string =>
	[version, encodeItems(cart), encodeItems(savedItems), encodeURIComponent(promo ?? "")].join("|");

/** The cart after an order of some of its items. Keeps what was added since. */
export const withoutOrdered = (
	{ cart, savedItems }: CartState,
	ordered: readonly { readonly key: string }[],
): CartState => ({
	cart: cart.filter(({ id }) => !ordered.some(({ key }) => key === id)),
	savedItems,
	promo: null,
});

/** Whether the cart is small enough for the cookie. */
export const fitsCookie = (state: CartState): boolean => encodeCart(state).length <= maxCookieLength;

/** The cart without what the cookie can't keep: corrupt items, then the last saved items, then the last items. */
export function fitToCookie({ cart, savedItems, promo }: CartState): CartState {
	const readable = (items: readonly CartItem[]) => decodeItems(encodeItems(items)).items;
	let kept = { cart: readable(cart), savedItems: readable(savedItems), promo };
	for (const list of ["savedItems", "cart"] as const)
		while (kept[list].length > 0 && !fitsCookie(kept)) kept = { ...kept, [list]: kept[list].slice(0, -1) };
	return kept;
}

/** The promo code, cut to the length that the cookie keeps. Null if it is empty. */
export const cutPromo = (code: string): string | null =>
	// A cut can leave half of a character, which can't be encoded.
	code.slice(0, maxPromoLength).replace(/\p{Cs}/gu, "") || null;

/**
 * Reads the cookie's value. Leaves out what is corrupt.
 * @returns null if there is no cart, and `damaged` if parts were left out
 */
export function decodeCart(value: string | null | undefined): (CartState & { readonly damaged: boolean }) | null {
	const [found, cart, savedItems, promo, ...rest] = (value ?? "").split("|");
	if (found !== version || cart === undefined) return null;
	const lists = [decodeItems(cart), decodeItems(savedItems ?? "")] as const;
	const code = decodeText(promo ?? "");
	const [items, saved] = lists;
	const complete = lists.every(({ damaged }) => !damaged) && code !== undefined && promo !== undefined;
	return {
		cart: items.items,
		savedItems: saved.items,
		promo: cutPromo(code ?? ""),
		damaged: !complete || rest.length > 0,
	};
}

/** An item as the cookie has it: `d2:neema.com`, `pa:shared-pro:duka.co.ke`. Empty if the item is not valid. */
export function encodeItem(item: CartItem): string {
	const { category, productId, domain, term, planId, planKey, quantity, priceMark } = item;
	const termLetter = term === "monthly" ? "m" : term === "annual" ? "a" : "";
	const head = `${letters[category]}${termLetter}${quantity > 1 ? quantity : ""}`;
	const subject = fixedProducts[category] ? domain : [productId, domain].filter(Boolean).join(":");
	// A key has the separator of the fields.
	const plan = planKey && `@${planKey.replaceAll(":", "/")}`;
	const fields = [head, subject, planId && `~${planId}`, plan, priceMark && `*${priceMark}`];
	const text = fields.filter(Boolean).join(":");
	return decodeItem(text) ? text : "";
}

/** Undefined if the text is not an item. */
export function decodeItem(text: string): CartItem | undefined {
	const [head = "", ...fields] = text.split(":");
	const [, letter, term = "", quantity] = /^([a-z])([ma]?)(\d{0,3})$/.exec(head) ?? [];
	const category = letter && categories.get(letter);
	if (!category) return undefined;
	const planId = fields.find((field) => field.startsWith("~"))?.slice(1);
	const priceMark = fields.find((field) => field.startsWith("*"))?.slice(1);
	const planKey = fields.find((field) => field.startsWith("@"))?.slice(1);
	const [first, second] = fields.filter((field) => !/^[~*@]/.test(field));
	const fixed = fixedProducts[category];
	const [productId, domain] = fixed ? [fixed, first] : [first, second];
	if (!productId || !/^[a-z0-9-]{1,64}$/.test(productId)) return undefined;
	if (domain === undefined ? fixed : !/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(domain) || domain.length > 253)
		return undefined;
	if (planId === undefined ? category === "plan-renewal" : !/^[A-Za-z0-9_-]{1,64}$/.test(planId)) return undefined;
	if (planKey !== undefined && (category !== "addon" || !/^[a-z0-9_./-]{1,300}$/.test(planKey))) return undefined;
	const known = {
		productId,
		category,
		...(domain && { domain }),
		...(terms[term] && { term: terms[term] }),
		...(planId && { planId }),
		...(planKey && { planKey: planKey.replaceAll("/", ":") }),
	};
	const mark = priceMark !== undefined && /^[0-9a-z]{3}$/.test(priceMark) ? { priceMark } : {};
	return { id: itemId(known), ...known, quantity: repairQuantity(Number(quantity || 1), category), ...mark };
}

const encodeItems = (items: readonly CartItem[]): string => items.map(encodeItem).filter(Boolean).join("!");

function decodeItems(text: string): { items: readonly CartItem[]; damaged: boolean } {
	const texts = text === "" ? [] : text.split("!");
	const items = new Map<string, CartItem>();
	for (const one of texts) {
		const item = decodeItem(one);
		if (item && !items.has(item.id)) items.set(item.id, item);
	}
	const kept = [...items.values()].slice(0, settings.maxCartLines);
	return { items: kept, damaged: kept.length < texts.length };
}

function decodeText(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

const maxAgeSeconds = 365 * 24 * 3_600;

/** `Set-Cookie` of the cart, also for `document.cookie`. Scripts of static pages write it too, so it is not HttpOnly. */
export const cartCookie = (state: CartState, secure: boolean): string =>
	`cart=${encodeCart(state)}; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? "; Secure" : ""}`;

/** The cart's value in a `Cookie` header or in `document.cookie`. */
export const cartValueOf = (cookies: string | null): string | undefined =>
	/(?:^|;\s*)cart=([^;]*)/.exec(cookies ?? "")?.[1];
