import type { Currency } from "~/lib/money";
import { settings } from "../catalog/settings";
import { type CartItem, countsYears } from "./cart-item";
import type { CartEntry } from "./lines";
import type { Change } from "./quote";

/** The cart as the server is asked about it: ids, names, terms, quantities. */
export const cartEntries = (cart: readonly CartItem[], currency: Currency = "KES"): CartEntry[] =>
	cart.map((item) => toEntry(item, currency));

function toEntry(item: CartItem, currency: Currency): CartEntry {
	const { id: key, productId, domain, term, quantity, authCode } = item;
	return {
		key,
		productId,
		...(domain && { domain }),
		...(term && { term }),
		quantity,
		...(authCode && { authCode }),
		...(item.price > 0 && currency === "KES" && { shownAmount: shownAmount(item) }),
	};
}

/** Minor units of shillings that the page promised for the whole line. */
function shownAmount({ category, price, quantity }: CartItem): number {
	const unit = Math.round(price * 100);
	if (!countsYears(category)) return unit * quantity;
	return unit * quantity + settings.renewalSurcharge.KES.amount * (quantity - 1);
}

/** The stored price of each item whose line now costs something else: what `shownAmount` will then agree with. */
export function acceptedPrices(cart: readonly CartItem[], changes: readonly Change[]): ReadonlyMap<string, number> {
	const prices = new Map<string, number>();
	for (const { key, after } of changes) {
		const item = cart.find(({ id }) => id === key);
		if (!item || !after) continue;
		const surcharge = countsYears(item.category) ? settings.renewalSurcharge.KES.amount * (item.quantity - 1) : 0;
		prices.set(key, (after.amount - surcharge) / item.quantity / 100);
	}
	return prices;
}
