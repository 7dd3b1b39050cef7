import type { PlanPayment } from "~/db/plan-payments.server";
import { totals } from "~/features/cart/totals";
import { productTitle } from "~/features/catalog/catalog";
import { currentCatalog } from "~/features/catalog/current";
import { type Currency, type Money, money } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import { resourceName } from "./hosting";
import type { HostingFacts, Usage } from "./hosting-facts";
import { hostingFacts } from "./hosting-facts";
import type { PlanAlternative } from "./plan-alternatives";
import { creditWithTax, type Proration, paidAfterChange, paidTaxRate, prorate } from "./proration";
import { type RenewablePlan, renewalTerm } from "./renewal";

/** The parts of a plan that a change depends on. */
interface ChangeablePlan extends RenewablePlan {
	readonly resources: Readonly<Record<string, Usage>>;
	readonly price: number;
	readonly paid: number | null;
	readonly currency: Currency;
}

export interface ChangeQuote {
	readonly to: PlanAlternative;
	readonly title: string;
	readonly facts: HostingFacts;
	readonly proration: Proration;
	readonly tax: Money;
	/** The rate of the tax, in hundredths of a percent. */
	readonly taxBasisPoints: number;
	/** Due today, including tax: the exact sum. */
	readonly total: Money;
	/** What the customer pays today: the total in whole shillings. */
	readonly toPay: Money;
	/** Credit for the customer, including tax. */
	readonly credit: Money;
	/** The rate of the tax that was paid on what becomes credit, in hundredths of a percent. */
	readonly creditTaxBasisPoints: number;
	/** What a term counts as paid with after the change, in minor units. */
	readonly paid: number;
	/** Does not change, in ms. */
	readonly expiresAt: number;
}

/**
 * The cost or credit of changing a plan now. Fails with `conflict` if the plan can't be changed.
 * @param payments for the plan, newest first
 */
export function quoteChange(
	plan: ChangeablePlan,
	to: PlanAlternative,
	payments: readonly PlanPayment[],
	now: number,
): Result<ChangeQuote> {
	const end = endOfTerm(plan, now);
	if (!end.ok) return end;
	const expiresAt = end.value;
	const facts = hostingFacts(to.product, renewalTerm(plan.termMonths), to.price);
	const conflicts = exceededLimits(plan.resources, facts.resources);
	if (conflicts.length > 0) {
		const title = productTitle(to.product);
		const message = `${title} is too small for what you store on ${plan.name}. Delete something first. ${conflicts.map(exceededLimitText).join(" ")}`;
		return fail("conflict", message, { code: "too_small" });
	}
	const price = money(plan.price, plan.currency);
	const term = { price, paid: plan.paid, termMonths: plan.termMonths, expiresAt };
	const proration = prorate(term, to.price, now);
	const charged = [{ amount: proration.charge }];
	const { tax, taxBasisPoints, total, toPay } = totals(charged, currentCatalog().rules, null, plan.currency);
	const creditTaxBasisPoints = paidTaxRate(term, payments, now);
	return ok({
		to,
		title: productTitle(to.product),
		facts,
		proration,
		tax,
		taxBasisPoints,
		total,
		toPay,
		credit: creditWithTax(proration.credit, creditTaxBasisPoints),
		creditTaxBasisPoints,
		paid: paidAfterChange(term, to.price),
		expiresAt,
	});
}

function endOfTerm({ name, status, expiresAt, cancelledAt }: ChangeablePlan, now: number): Result<number> {
	if (status !== "active" || expiresAt === null)
		return fail("conflict", `${name} is not active, so it can't be changed.`, { code: "not_running" });
	if (expiresAt <= now)
		return fail("conflict", `${name} has expired. Renew it first, then change it.`, { code: "term_over" });
	if (cancelledAt !== null) {
		const message = `${name} is cancelled and ends with its term. Keep it first, then change it.`;
		return fail("conflict", message, { code: "cancelled" });
	}
	return ok(expiresAt);
}

interface ExceededLimit {
	readonly resource: string;
	readonly used: number;
	readonly total: number;
	/** Empty for what is counted. */
	readonly unit: string;
}

/** Each resource whose usage is over the new limit. */
export function exceededLimits(
	used: ChangeablePlan["resources"],
	holds: Readonly<Record<string, Usage>>,
): ExceededLimit[] {
	return Object.entries(holds).flatMap(([key, { total, unit }]) => {
		const now = used[key]?.used ?? 0;
		if (typeof total !== "number" || now <= total) return [];
		return [{ resource: key, used: now, total, unit: unit ?? "" }];
	});
}

/** "Disk: you use 31 GB, the limit is 10 GB." */
export function exceededLimitText({ resource, used, total, unit }: ExceededLimit): string {
	const amount = (count: number) => (unit ? `${count} ${unit}` : String(count));
	return `${resourceName(resource)}: you use ${amount(used)}, the limit is ${amount(total)}.`;
}

/** The plan's usage with new limits. Resources that the new plan does not limit stay as they were. */
export function applyLimits(
	used: ChangeablePlan["resources"],
	holds: Readonly<Record<string, Usage>>,
): Record<string, Usage> {
	const limited = Object.entries(holds).map(([key, usage]) => [key, { ...usage, used: used[key]?.used ?? 0 }] as const);
	return { ...used, ...Object.fromEntries(limited) };
}
