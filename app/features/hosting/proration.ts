import { settings } from "~/features/catalog/settings";
import { addMonths } from "~/lib/add-months";
import { DAY } from "~/lib/durations";
import { type Money, money, subtract, zero } from "~/lib/money";

/** The term that a plan is in, and what it was paid with. */
interface RunningTerm {
	readonly price: Money;
	/** What a term was really paid with, where that was less than the price; minor units. */
	readonly paid: number | null;
	readonly termMonths: number;
	/** Milliseconds. */
	readonly expiresAt: number;
}

export interface Proration {
	/** Today counts; more than a term where several are paid ahead. */
	readonly daysLeft: number;
	readonly daysInTerm: number;
	/** Of the new plan, for the days that are left. */
	readonly cost: Money;
	/** Of the old plan, for the same days. */
	readonly unused: Money;
	/** To pay today, before tax: `cost` less `unused`. Nothing for a smaller plan. */
	readonly charge: Money;
	/** What a smaller plan gives back, before tax: `unused` less `cost`, never more than was paid. */
	readonly credit: Money;
}

/**
 * What moving to another price costs for the rest of the term. Each share is days left over days in the term, rounded
 * down to the minor unit: both ways by the same shares, so that there and back at once costs nothing and earns nothing.
 */
export function prorate(term: RunningTerm, price: Money, now: number): Proration {
	const none = zero(term.price.currency);
	const daysInTerm = Math.round((term.expiresAt - addMonths(term.expiresAt, -term.termMonths)) / DAY);
	const daysLeft = Math.max(0, Math.ceil((term.expiresAt - now) / DAY));
	const share = (amount: number) => money(Math.floor((amount * daysLeft) / daysInTerm), term.price.currency);
	const cost = share(price.amount);
	if (price.amount >= term.price.amount) {
		const unused = share(term.price.amount);
		return { daysLeft, daysInTerm, cost, unused, charge: subtract(cost, unused), credit: none };
	}
	const unused = share(Math.min(term.paid ?? term.price.amount, term.price.amount));
	const credit = unused.amount > cost.amount ? subtract(unused, cost) : none;
	return { daysLeft, daysInTerm, cost, unused, charge: none, credit };
}

/** The tax that was paid with it comes back too. Whole shillings, as M-Pesa moves them: nobody gains by going back. */
export function creditWithTax({ amount, currency }: Money): Money {
	const gross = amount + Math.floor((amount * settings.taxBasisPoints) / 10_000);
	return money(currency === "KES" ? Math.floor(gross / 100) * 100 : gross, currency);
}

/** What a term counts as paid with once another is paid ahead: the average over the days of both. Null: the price. */
export function paidAfterRenewal(
	{ price, paid, expiresAt }: { price: number; paid: number | null; expiresAt: number | null },
	{ rate, until }: { rate: number; until: number },
	now: number,
): number | null {
	const left = Math.max(0, Math.ceil(((expiresAt ?? now) - now) / DAY));
	const added = Math.max(1, Math.round((until - (expiresAt ?? now)) / DAY));
	const average = Math.floor(((paid ?? price) * left + rate * added) / (left + added));
	return average < price ? average : null;
}

/** What a term counts as paid with after the change. */
export function paidAfterChange({ price, paid }: Pick<RunningTerm, "price" | "paid">, next: Money): number {
	const was = Math.min(paid ?? price.amount, price.amount);
	const more = Math.max(0, next.amount - price.amount);
	return Math.min(was + more, next.amount);
}
