import type { Currency, Money } from "~/lib/money";

/** The seller's margin in whole percent. 0 if the price is 0. */
export function margin(price: number, cost: number): number {
	return price > 0 ? Math.round(((price - cost) / price) * 100) : 0;
}

/** In hundredths of a shilling, at the list rate. */
export const inShillings = ({ amount, currency }: Money, shillingsPerDollar: number): number =>
	currency === "USD" ? amount * shillingsPerDollar : amount;

/** The lower of the prices in both currencies, compared at the list rate. Null without any. */
export function lowerPrice(
	prices: Readonly<Partial<Record<Currency, Money>>>,
	shillingsPerDollar: number,
): Money | null {
	const { KES, USD } = prices;
	if (!KES || !USD) return KES ?? USD ?? null;
	return inShillings(USD, shillingsPerDollar) < inShillings(KES, shillingsPerDollar) ? USD : KES;
}
