import { productTitle } from "~/features/catalog/catalog";
import { toUnicode } from "~/features/domains/to-unicode";
import { changeView } from "~/features/hosting/change-view";
import { resourceBars } from "~/features/hosting/hosting";
import { listAlternatives } from "~/features/hosting/plan-alternatives";
import { quoteChange } from "~/features/hosting/plan-change";
import { termName } from "~/features/hosting/plan-row";
import { formatDay, formatMoment, kenya } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import { customerName, jobView } from "./domain-view";
import { planObstacle } from "./plan-obstacle";
import type { PlansDesk } from "./plans-desk.server";
import type { SelectedService } from "./selected-services";
import { planStateNames } from "./service-filters";

type Found = NonNullable<Awaited<ReturnType<PlansDesk["find"]>>>;
type Listed = Awaited<ReturnType<PlansDesk["list"]>>["items"][number];

const day = (time: number | null): string => (time === null ? "–" : formatDay(time, kenya));
const moment = (time: number | null): string => (time === null ? "–" : formatMoment(time, kenya));

/** Why a suspended plan is suspended is as important as that it is. */
const stateOf = (plan: Pick<Listed, "status" | "endedReason" | "suspendedReason" | "cancelledAt">): string => {
	if (plan.endedReason !== null) return "Ended";
	if (plan.status === "suspended") return plan.suspendedReason === null ? "Suspended, not paid" : "Suspended by us";
	return plan.status === "active" && plan.cancelledAt !== null ? "Cancelled" : planStateNames[plan.status];
};

export const listedPlan = (row: Listed) => ({
	id: row.id,
	name: row.name,
	domain: row.domain && toUnicode(row.domain),
	customerId: row.customerId,
	customer: customerName(row),
	server: row.server ?? "–",
	state: stateOf(row),
	expires: day(row.expiresAt),
});

export type ListedPlan = ReturnType<typeof listedPlan>;

/** @param chosen the product to change to */
export function planView({ plan, jobs, payments }: Found, chosen: string | undefined, now: number) {
	const alternatives = listAlternatives(plan).map((one) => ({ ...one, quote: quoteChange(plan, one, payments, now) }));
	const change = changeView({ plan, alternatives, pendingOrder: undefined }, chosen, kenya);
	return {
		/** Null if it can't be changed to any other plan. */
		change:
			plan.status === "active" && alternatives.length > 0
				? {
						options: alternatives.map(({ product, price }) => ({
							value: product.id,
							text: `${productTitle(product)}, ${formatMoney(price)} ${termName(plan.termMonths)}`,
						})),
						chosen: change.chosen && { ...change.chosen, id: chosen ?? "" },
					}
				: null,
		id: plan.id,
		name: plan.name,
		domain: plan.domain && toUnicode(plan.domain),
		state: stateOf(plan),
		version: plan.updatedAt,
		customer: { id: plan.customerId, name: customerName(plan), email: plan.email },
		server: plan.server,
		account: plan.account,
		ip: plan.ip,
		price: `${formatMoney(money(plan.price, plan.currency))} ${termName(plan.termMonths)}`,
		created: day(plan.createdAt),
		expires: day(plan.expiresAt),
		cancelled: plan.cancelledAt === null ? null : day(plan.cancelledAt),
		keptUntil: plan.keptUntil === null ? null : day(plan.keptUntil),
		reason: plan.suspendedReason ?? plan.endedReason,
		suspendedUntil: plan.suspendedUntil === null ? null : day(plan.suspendedUntil),
		changed: moment(plan.updatedAt),
		usage: resourceBars(plan.resources, "list"),
		usageAt: plan.usageAt === null ? null : moment(plan.usageAt),
		jobs: jobs.map(jobView),
		canSuspend: planObstacle("suspend", plan) === null,
		canUnsuspend: planObstacle("unsuspend", plan) === null,
		canEnd: planObstacle("end", plan) === null,
		isUnpaid: plan.status === "suspended" && plan.suspendedReason === null && plan.endedReason === null,
	};
}

export type PlanView = ReturnType<typeof planView>;

/** A selected plan, with why the change leaves it as it is. */
export const selectedPlan = (plan: Listed, refusal: string | null): SelectedService => ({
	id: plan.id,
	version: plan.updatedAt,
	name: plan.domain ? `${plan.name}, ${toUnicode(plan.domain)}` : plan.name,
	customer: customerName(plan),
	refusal,
});
