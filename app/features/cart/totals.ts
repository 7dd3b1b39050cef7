import { payableAmount } from "~/features/payments/payable";
import { type Currency, type Money, money, share, subtract, sum, zero } from "~/lib/money";
import type { Delivery } from "./lines";

export interface Totals {
	/** The sum of all lines, including negative ones. */
	readonly subtotal: Money;
	/** Positive. Never more than the subtotal. */
	readonly discount: Money;
	readonly tax: Money;
	/** The tax rate in hundredths of a percent. */
	readonly taxBasisPoints: number;
	readonly shipping: Money;
	/** The exact sum. */
	readonly total: Money;
	/** What the customer pays: the total in whole shillings. */
	readonly toPay: Money;
}

interface TotalsSettings {
	/** Hundredths of a percent. */
	readonly taxBasisPoints: number;
	readonly shipping: Readonly<Record<Currency, Money>>;
}

/** What a promo code takes off: a share in hundredths of a percent, or an amount. */
export type PromoTerms = { readonly code: string } & (
	| { readonly percentBasisPoints: number; readonly amount: null }
	| { readonly percentBasisPoints: null; readonly amount: Money }
);

/**
 * Computes the totals of a cart, for the cart page, the invoice and the payment. Tax applies to the subtotal after the
 * discount. Shipping is a flat amount if the cart has goods without free delivery.
 */
export function totals(
	lines: readonly { readonly amount: Money; readonly delivery?: Delivery }[],
	settings: TotalsSettings,
	promo: PromoTerms | null = null,
	currency: Currency = lines[0]?.amount.currency ?? "KES",
): Totals {
	const subtotal = sum(
		lines.map((line) => line.amount),
		currency,
	);
	const discount = promo ? promoDiscount(subtotal, promo) : zero(currency);
	const taxed = subtract(subtotal, discount);
	const { taxBasisPoints } = settings;
	const tax = share(taxed, taxBasisPoints);
	const shipping = lines.some(({ delivery }) => delivery === "charged") ? settings.shipping[currency] : zero(currency);
	const total = sum([taxed, tax, shipping], currency);
	return { subtotal, discount, tax, taxBasisPoints, shipping, total, toPay: payableAmount(total) };
}

/** Zero for a promo code in another currency. `checkPromo` rejects those earlier. */
function promoDiscount(subtotal: Money, { percentBasisPoints, amount }: PromoTerms): Money {
	const { currency } = subtotal;
	if (subtotal.amount <= 0) return zero(currency);
	if (percentBasisPoints !== null) return atMost(subtotal, share(subtotal, percentBasisPoints));
	return amount.currency === currency ? atMost(subtotal, amount) : zero(currency);
}

const atMost = (limit: Money, value: Money): Money => money(Math.min(limit.amount, value.amount), limit.currency);
