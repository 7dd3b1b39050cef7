import { priceIn, toPrices } from "~/features/catalog/prices";
import { domainRenewal } from "~/features/domains/renewal";
import { expiryAfterRenewal, planRenewal, renewalTerm } from "~/features/hosting/renewal";
import { addYears } from "~/lib/add-years";
import { formatDay } from "~/lib/dates";
import { type Money, money, multiply } from "~/lib/money";
import type { Result } from "~/lib/result";
import { isHeldObject } from "~/platform/registrar/held-name";
import type { CheckedLine } from "./availability";
import type { Line } from "./lines";
import { findPendingDomainRenewal, findPendingPlanOrder, pendingOrderMessage } from "./pending-renewals";
import type { ProblemCode } from "./quote";
import type { PendingRenewal, RegistryFacts, RenewalContext } from "./renewal-lookup.server";

/**
 * Checks that the customer can renew the domain or plan of a line, and prices it. `owned` is null if no one is signed
 * in: the line then keeps the catalogue's price and a problem that does not block.
 */
export function checkRenewal(
	line: Line,
	owned: RenewalContext | null,
	registry: RegistryFacts | undefined,
): CheckedLine {
	if (!owned) {
		const message = `Sign in at checkout to confirm that ${line.name} is in your account.`;
		return { line, problem: { key: line.key, code: "sign_in", message, blocks: false } };
	}
	return line.kind === "renewal" ? checkDomain(line, owned, registry) : checkPlan(line, owned);
}

function checkDomain(
	line: Line,
	{ reader, domains, pending, now }: RenewalContext,
	registry: RegistryFacts | undefined,
): CheckedLine {
	const domain = domains.find(({ name, status }) => name === line.domain && status !== "released");
	if (!domain) return refuse(line, "not_yours", `${line.domain} is not in your account, so it can't be renewed here.`);
	if (registry && !isHeldObject(domain, registry.object))
		return refuse(line, "not_yours", `${line.domain} is now registered to someone else, so you can't renew it.`);
	// The registry's date wins, because ours may be out of date.
	const renewal = domainRenewal({ ...domain, expiresAt: registry?.expiry ?? domain.expiresAt }, now);
	if (!renewal.ok) return notRenewable(line, renewal);
	const { most, expiresAt } = renewal.value;
	const ordered = findPendingDomainRenewal(pending, { name: domain.name, expiries: [domain.expiresAt, expiresAt] });
	if (ordered) return alreadyOrdered(line, ordered);
	const years = line.years ?? 1;
	if (years > most) {
		const span = most === 1 ? "1 year" : `1 to ${most} years`;
		return refuse(line, "quantity", `${line.domain} can only be renewed for ${span} now, not ${years}.`);
	}
	const note = `Until ${formatDay(addYears(expiresAt, years), reader)}`;
	return {
		line: { ...line, ...registryPrice(line, years, registry?.renewal), currentExpiry: expiresAt, most, note },
	};
}

/** The yearly price of a premium name comes from its registry. */
function registryPrice({ unit }: Line, years: number, yearly: Money | undefined): Partial<Line> {
	if (!yearly) return {};
	const renewal = priceIn(toPrices(yearly), unit.currency);
	const amount = multiply(renewal, years);
	return { renewal, unit: amount, amount };
}

function checkPlan(line: Line, { reader, plans, pending, now }: RenewalContext): CheckedLine {
	const plan = plans.find(({ id }) => id === line.planId);
	if (!plan) return refuse(line, "not_yours", "This hosting plan is not in your account, so it can't be renewed here.");
	const renewal = planRenewal(plan);
	if (!renewal.ok) return notRenewable(line, renewal);
	const ordered = findPendingPlanOrder(pending, plan.id);
	if (ordered) return alreadyOrdered(line, ordered);
	const { most, expiresAt } = renewal.value;
	if (line.quantity > most) {
		const terms = plan.termMonths === 12 ? "years" : "months";
		return refuse(line, "quantity", `${plan.name} can be renewed for 1 to ${most} ${terms} at a time.`);
	}
	const { currency } = line.unit;
	const unit = priceIn(toPrices(money(plan.price, plan.currency)), currency);
	const until = expiryAfterRenewal(plan, plan.termMonths * line.quantity, now);
	const note = [plan.domain && `For ${plan.domain}`, `until ${formatDay(until, reader)}`].filter(Boolean).join(", ");
	return {
		line: {
			...line,
			...{ productId: plan.productId, term: renewalTerm(plan.termMonths), currentExpiry: expiresAt, most },
			...(plan.domain && { domain: plan.domain }),
			...{ unit, amount: multiply(unit, line.quantity) },
			note: note.charAt(0).toUpperCase() + note.slice(1),
		},
	};
}

function alreadyOrdered(line: Line, ordered: PendingRenewal): CheckedLine {
	const what = `The ${ordered.kind === "plan_change" ? "change" : "renewal"} of ${line.name}`;
	return refuse(line, "already_ordered", pendingOrderMessage(what, ordered));
}

function notRenewable(line: Line, refused: Result<unknown> & { ok: false }): CheckedLine {
	return refuse(line, "not_renewable", refused.error.message);
}

const refuse = ({ key }: Line, code: ProblemCode, message: string): CheckedLine => ({
	problem: { key, code, message, blocks: true },
});
