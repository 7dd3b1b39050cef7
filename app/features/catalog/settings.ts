import { kes, money, usd } from "~/lib/money";

/** What applies to every cart. Changing a rule of tax or delivery is a change here and nowhere else. */
export const settings = {
	/** Hundredths of a percent: 8 % of the subtotal, after a promotion's discount. */
	taxBasisPoints: 800,
	/** Flat, whenever the subtotal is above 0. The specification gives 5.99 without a currency: of either. */
	shipping: { KES: money(599, "KES"), USD: usd(599) },
	/** Added to the first-year price of a domain. */
	renewalSurcharge: { KES: kes(200) },
	/** For an extension that no list names. */
	defaultDomainPrice: { KES: kes(1000) },
	/** List rate for what is priced in one currency only; a decision of ours, reviewed with the price lists. */
	shillingsPerDollar: 130,
	domainYears: { min: 1, max: 10 },
	/** Of one plan, add-on or device in a cart. */
	maxQuantity: 99,
	maxCartLines: 50,
	/** An order's invoice is due after so many days; unpaid, the order is then cancelled. */
	paymentDays: 7,
} as const;

/** In a list of sums. @param basisPoints the rate that the sums were made with; an invoice keeps its own. */
export const taxLabel = (basisPoints: number): string => `Tax (${basisPoints / 100}%)`;
