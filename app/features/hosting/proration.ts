import type { PlanPayment } from "~/db/plan-payments.server";
import { currentCatalog } from "~/features/catalog/current";
import { addMonths } from "~/lib/add-months";
import { DAY } from "~/lib/durations";
import { type Money, money, subtract, zero } from "~/lib/money";

/** The current term of a plan, and what was paid for it. */
interface RunningTerm {
	readonly price: Money;
	/** What was paid for a term if less than the price, in minor units. Null: the price. */
	readonly paid: number | null;
	readonly termMonths: number;
	/** In ms. */
	readonly expiresAt: number;
}

export interface Proration {
	/** Includes today. More than a term if several terms are paid ahead. */
	readonly daysLeft: number;
	readonly daysInTerm: number;
	/** The new plan's price for the remaining days. */
	readonly cost: Money;
	/** The old plan's price for the same days. */
	readonly unused: Money;
	/** Due today, before tax: `cost` less `unused`. Zero for a smaller plan. */
	readonly charge: Money;
	/** Credit for a smaller plan, before tax: `unused` less `cost`, at most what was paid. */
	readonly credit: Money;
}

/**
 * The cost of changing to another price for the rest of the term. A share is days left divided by days in the term,
 * rounded down to the minor unit. Both directions use the same shares, so that changing up and back costs nothing.
 */
export function prorate(term: RunningTerm, price: Money, now: number): Proration {
	const none = zero(term.price.currency);
	const { daysInTerm, daysLeft } = daysOf(term, now);
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

const daysOf = ({ termMonths, expiresAt }: Pick<RunningTerm, "termMonths" | "expiresAt">, now: number) => ({
	daysInTerm: Math.round((expiresAt - addMonths(expiresAt, -termMonths)) / DAY),
	daysLeft: Math.max(0, Math.ceil((expiresAt - now) / DAY)),
});

/**
 * The rate of the tax on what is left of a plan's paid time, in hundredths of a percent: the average of the rates with which
 * it was paid. The rate of today if nothing is known to be paid for it.
 * @param payments newest first
 */
export function paidTaxRate(
	{ termMonths, expiresAt }: Pick<RunningTerm, "termMonths" | "expiresAt">,
	payments: readonly PlanPayment[],
	now: number,
): number {
	let [end, net, tax] = [expiresAt, 0, 0];
	for (const { kind, months, amount, discount, subtotal, taxBasisPoints, paidAt } of payments) {
		const start = kind === "plan_change" ? paidAt : addMonths(end, -(months ?? termMonths));
		const left = Math.max(0, end - Math.max(now, start)) / Math.max(1, end - start);
		const paid = Math.round(amount * left * (discount > 0 ? 1 - discount / subtotal : 1));
		net += paid;
		tax += paid * taxBasisPoints;
		if (kind !== "plan_change") end = start;
	}
	return net > 0 ? tax / net : currentCatalog().rules.taxBasisPoints;
}

/**
 * The credit plus the tax that was paid on it, at a rate in hundredths of a percent. Shillings are rounded down, so that
 * changing back gains nothing.
 */
export function creditWithTax({ amount, currency }: Money, taxBasisPoints: number): Money {
	const gross = amount + Math.floor((amount * taxBasisPoints) / 10_000);
	return money(currency === "KES" ? Math.floor(gross / 100) * 100 : gross, currency);
}

/** What a term counts as paid with after a renewal: the average over the remaining and added days. Null: the price. */
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

/** Of a plan that made a domain free, in an order that was paid at `paidAt` (ms). */
interface FreeDomainTerm extends Omit<RunningTerm, "expiresAt"> {
	/** Null while the plan is being set up. */
	readonly expiresAt: number | null;
	readonly paidAt: number;
}

/**
 * What a term counts as paid with once its free domain was refused: `amount` (minor units) more for the first term, as an
 * average over the terms that are paid ahead. If the plan has become smaller since, what exceeds its price is credit,
 * before tax. Changes nothing after the first term, or if the plan counts as paid in full.
 */
export function paidWithoutFreeDomain(
	{ price, paid, termMonths, expiresAt, paidAt }: FreeDomainTerm,
	amount: number,
	now: number,
): { readonly paid: number | null; readonly credit: Money } {
	const none = zero(price.currency);
	const firstTermEnd = addMonths(paidAt, termMonths);
	if (paid === null || now >= firstTermEnd) return { paid, credit: none };
	if (expiresAt === null) return { paid: Math.min(paid + amount, price.amount), credit: none };
	const { daysInTerm, daysLeft } = daysOf({ termMonths, expiresAt }, now);
	if (daysLeft === 0) return { paid, credit: none };
	const firstDays = daysLeft <= daysInTerm ? daysLeft : Math.min(daysLeft, Math.ceil((firstTermEnd - now) / DAY));
	const total = paid + Math.floor((amount * firstDays) / daysLeft);
	const excess = Math.max(0, total - price.amount);
	return { paid: total - excess, credit: money(Math.floor((excess * daysLeft) / daysInTerm), price.currency) };
}

/** What a term counts as paid with after the change. */
export function paidAfterChange({ price, paid }: Pick<RunningTerm, "price" | "paid">, next: Money): number {
	const was = Math.min(paid ?? price.amount, price.amount);
	const more = Math.max(0, next.amount - price.amount);
	return Math.min(was + more, next.amount);
}
