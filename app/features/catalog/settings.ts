import { kes, money, usd } from "~/lib/money";

/** Rules for every cart: tax, delivery, limits and conversion. */
export const settings = {
	/** Hundredths of a percent: 8% of the subtotal after the promo discount. */
	taxBasisPoints: 800,
	/** Flat, for orders with goods that have no free delivery. The specification gives 5.99 without a currency, so both use it. */
	shipping: { KES: money(599, "KES"), USD: usd(599) },
	/** Added to the first-year price of a domain. */
	renewalSurcharge: { KES: kes(200) },
	/** The fee for restoring a domain from redemption, charged with a year's renewal. Reviewed with the price lists. */
	restoreFee: { KES: kes(12_900), USD: usd(9_900) },
	/** For extensions that are in no price list. */
	defaultDomainPrice: { KES: kes(1000) },
	/** The rate for products with a price in only one currency. Our decision, reviewed with the price lists. */
	shillingsPerDollar: 130,
	domainYears: { min: 1, max: 10 },
	/** For one plan, add-on or device in a cart. */
	maxQuantity: 99,
	maxCartLines: 50,
	/** Days until an order's invoice is due. Unpaid orders are then cancelled. */
	paymentDays: 7,
} as const;

/** @param basisPoints the rate of the cart or invoice. Invoices store theirs, so it can differ from the current one. */
export const taxLabel = (basisPoints: number): string => `Tax (${basisPoints / 100}%)`;
