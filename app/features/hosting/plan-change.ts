import { totals } from "~/features/cart/totals";
import { productTitle } from "~/features/catalog/catalog";
import { settings } from "~/features/catalog/settings";
import { type Currency, type Money, money, zero } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import { resourceName } from "./hosting";
import type { HostingFacts, Usage } from "./hosting-facts";
import { hostingFacts } from "./hosting-facts";
import type { PlanAlternative } from "./plan-alternatives";
import { creditWithTax, type Proration, paidAfterChange, prorate } from "./proration";
import { type RenewablePlan, renewalTerm } from "./renewal";

/** A plan as far as a change to another depends on it. */
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
	/** To pay today, tax included. */
	readonly total: Money;
	/** What is given back as credit, tax included. */
	readonly credit: Money;
	/** What a term counts as paid with afterwards; minor units. */
	readonly paid: number;
	/** When the plan renews, before and after; milliseconds. */
	readonly expiresAt: number;
}

/** What changing a plan to another costs or gives back now, or why it can't be. */
export function quoteChange(plan: ChangeablePlan, to: PlanAlternative, now: number): Result<ChangeQuote> {
	const end = endOfTerm(plan, now);
	if (!end.ok) return end;
	const expiresAt = end.value;
	const facts = hostingFacts(to.product, renewalTerm(plan.termMonths), to.price);
	const conflicts = exceededLimits(plan.resources, facts.resources);
	if (conflicts.length > 0) {
		const title = productTitle(to.product);
		const message = `${title} is too small for what is in ${plan.name}. Make room first: ${conflicts.join(" ")}`;
		return fail("conflict", message, { code: "too_small" });
	}
	const price = money(plan.price, plan.currency);
	const term = { price, paid: plan.paid, termMonths: plan.termMonths, expiresAt };
	const proration = prorate(term, to.price, now);
	const { tax, taxBasisPoints, total } = totals([{ amount: proration.charge }], undelivered, null, plan.currency);
	return ok({
		to,
		title: productTitle(to.product),
		facts,
		proration,
		tax,
		taxBasisPoints,
		total,
		credit: creditWithTax(proration.credit),
		paid: paidAfterChange(term, to.price),
		expiresAt,
	});
}

/** Nothing is sent anywhere. */
const undelivered = { ...settings, shipping: { KES: zero("KES"), USD: zero("USD") } };

function endOfTerm({ name, status, expiresAt, cancelledAt }: ChangeablePlan, now: number): Result<number> {
	if (status !== "active" || expiresAt === null)
		return fail("conflict", `${name} is not running at present, so it can't be changed.`, { code: "not_running" });
	if (expiresAt <= now)
		return fail("conflict", `The term of ${name} is over. Renew it first, then change it.`, { code: "term_over" });
	if (cancelledAt !== null) {
		const message = `${name} was cancelled and ends with its term. Keep it first, then change it.`;
		return fail("conflict", message, { code: "cancelled" });
	}
	return ok(expiresAt);
}

/** "Disk: 31 GB are used, and it holds 10 GB." for everything of which more is used than the new plan holds. */
export function exceededLimits(used: ChangeablePlan["resources"], holds: Readonly<Record<string, Usage>>): string[] {
	return Object.entries(holds).flatMap(([key, { total, unit }]) => {
		const now = used[key]?.used ?? 0;
		if (typeof total !== "number" || now <= total) return [];
		const amount = (count: number) => (unit ? `${count} ${unit}` : String(count));
		return [`${resourceName(key)}: ${amount(now)} ${now === 1 ? "is" : "are"} used, and it holds ${amount(total)}.`];
	});
}

/** The plan's resources under new limits; what the new plan does not limit stays as it was. */
export function applyLimits(
	used: ChangeablePlan["resources"],
	holds: Readonly<Record<string, Usage>>,
): Record<string, Usage> {
	const limited = Object.entries(holds).map(([key, usage]) => [key, { ...usage, used: used[key]?.used ?? 0 }] as const);
	return { ...used, ...Object.fromEntries(limited) };
}
