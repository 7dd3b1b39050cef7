import { settings } from "~/features/catalog/settings";
import type { Currency } from "~/lib/money";
import { type CartEntry, freeDomainLine, type Line, priceLine } from "./lines";
import { type PromoTerms, type Totals, totals } from "./totals";

export interface Estimate extends Totals {
	readonly lines: readonly Line[];
}

/** What the cart comes to by the catalogue in this page, until the server has said it. */
export function estimate(entries: readonly CartEntry[], currency: Currency, promo: PromoTerms | null): Estimate {
	const lines = entries.flatMap((entry) => {
		const line = priceLine(entry, currency);
		return line.ok ? line.value : [];
	});
	const free = freeDomainLine(lines, currency, new Set());
	const all = free ? [...lines, free] : lines;
	return { lines: all, ...totals(all, settings, promo, currency) };
}
