import { type Currency, type Money, money } from "~/lib/money";
import { currentCatalog } from "./current";

/** Prices by currency. At least one is set, and `priceIn` converts it to the other. */
export type Prices = { readonly KES: Money; readonly USD?: Money } | { readonly KES?: Money; readonly USD: Money };

/** Prices from a single amount, such as a registry's. */
export const toPrices = (price: Money): Prices => (price.currency === "KES" ? { KES: price } : { USD: price });

/**
 * The price in a currency: the listed one, or the other currency's price converted at the list rate and rounded up to
 * the cent or the whole shilling. So customers billed in dollars can buy products that are listed only in shillings.
 */
export function priceIn(prices: Prices, currency: Currency): Money {
	const listed = prices[currency];
	if (listed) return listed;
	const other = prices.KES ?? prices.USD;
	if (!other) throw new TypeError("A product without any price");
	return convert(other, currency);
}

function convert({ amount }: Money, to: Currency): Money {
	const { shillingsPerDollar } = currentCatalog().rules;
	if (to === "USD") return money(Math.ceil(amount / shillingsPerDollar), "USD");
	return money(Math.ceil((amount * shillingsPerDollar) / 100) * 100, "KES");
}
