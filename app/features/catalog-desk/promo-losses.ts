import type { Currency } from "~/lib/money";
import { type CostedPrice, type Costs, costedPrices, shillingsText } from "./costs";
import type { Entry } from "./draft";
import { amountsOf } from "./fields";

/** What a promo code takes off an order. Exactly one of the percentage and the amount is set. */
export interface Discount {
	readonly percentBasisPoints: number | null;
	readonly amount: number | null;
	readonly currency: Currency | null;
}

/** A product that a customer can order below cost, with the prices concerned. */
export interface PromoLoss {
	readonly key: string;
	readonly label: string;
	/** "First year Ksh 120, Transfer Ksh 120", the largest loss first. */
	readonly text: string;
	/** The largest loss, in hundredths of shillings. */
	readonly largest: number;
}

/**
 * What a code brings below cost if it is ordered alone, the largest loss first. A code applies to a whole order, so each
 * product of the catalogue can have it.
 */
export const promoLosses = (entries: readonly Entry[], costs: Costs, discount: Discount): PromoLoss[] =>
	entries
		.flatMap((entry) => {
			const losses = costedPrices(entry, costs)
				.flatMap((price) => {
					const paid = price.isOrdered ? discounted(entry, price, discount, costs) : null;
					const loss = paid === null ? 0 : price.costShillings - paid;
					return loss > 0 ? { name: price.name, loss } : [];
				})
				.toSorted((a, b) => b.loss - a.loss);
			const [first] = losses;
			const text = losses.map(({ name, loss }) => `${name} ${shillingsText(loss)}`).join(", ");
			return first ? { key: entry.key, label: entry.label, text, largest: first.loss } : [];
		})
		.toSorted((a, b) => b.largest - a.largest);

/** The price after the discount, in hundredths of shillings. An amount is only for orders in its currency. */
function discounted(
	entry: Entry,
	price: CostedPrice,
	{ percentBasisPoints, amount, currency }: Discount,
	{ rates }: Costs,
): number | null {
	const { priceShillings } = price;
	if (priceShillings === null) return null;
	if (percentBasisPoints !== null) return (priceShillings * (10_000 - percentBasisPoints)) / 10_000;
	const rate = rates.get(currency ?? "KES") ?? 1;
	const listed = amountsOf(entry, price)[currency ?? "KES"];
	return Math.max(0, (listed ? listed.amount * rate : priceShillings) - (amount ?? 0) * rate);
}

/** Products that a warning names. */
const mostNamed = 10;

/** Says of the worst ones by how much, and how many more there are. */
export function promoLossTexts(losses: readonly PromoLoss[]): string[] {
	const more = losses.length - mostNamed;
	return [
		...losses.slice(0, mostNamed).map(({ label, text }) => `${label}: ${text} below cost.`),
		...(more > 0 ? [more === 1 ? "1 more product." : `${more} more products.`] : []),
	];
}
