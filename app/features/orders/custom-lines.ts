import type { Line } from "~/features/cart/lines";
import type { Quote } from "~/features/cart/quote";
import { totals } from "~/features/cart/totals";
import { currentCatalog } from "~/features/catalog/current";
import { money, multiply } from "~/lib/money";

/** A line that staff write themselves, without a product: work by the hour, a special price. Nothing is set up for it. */
export interface CustomLine {
	readonly description: string;
	readonly quantity: number;
	/** Minor units without tax. */
	readonly unitAmount: number;
}

/** The product of custom lines, which is in no catalogue. */
const productId = "custom";

/** Adds custom lines to a quote, with the tax and the discount of the others. */
export function withCustomLines(quote: Quote, custom: readonly CustomLine[]): Quote {
	if (custom.length === 0) return quote;
	const added = custom.map(({ description, quantity, unitAmount }, index): Line => {
		const unit = money(unitAmount, quote.currency);
		const key = `custom-${index}`;
		return { key, productId, kind: "custom", name: description, quantity, unit, amount: multiply(unit, quantity) };
	});
	const lines = [...quote.lines, ...added];
	const rates = { ...currentCatalog().rules, taxBasisPoints: quote.taxBasisPoints };
	return { ...quote, lines, ...totals(lines, rates, quote.promo, quote.currency) };
}

/** Whether staff wrote a line of the order. Then it is a debt: it is not cancelled by its customer or when it is overdue. */
export const isBilledByStaff = (lines: readonly { readonly kind: string }[]): boolean =>
	lines.some(({ kind }) => kind === "custom");
