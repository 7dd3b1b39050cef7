import { and, eq, inArray, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { type Change, change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { isPendingRenewal, renewedExpiry, renewedPlan } from "~/db/pending-renewal";
import { domains, hostingPlans, orderLines, orders } from "~/db/schema";
import type { OrderLineDetails, OrderLineKind } from "./order-line";

interface RenewalLine {
	readonly kind: OrderLineKind;
	readonly domain: string | null;
	readonly details: OrderLineDetails;
}

/**
 * For the change that places an order, before its lines: overtaken unless each thing that it renews is still the
 * customer's, and no one has ordered that renewal since the quote.
 */
export function renewalGuards(db: Database, userId: string, lines: readonly RenewalLine[]): Change {
	const { orm } = db;

	function unordered(subject: SQL, currentExpiry = 0) {
		const pending = orm
			.select({ id: orderLines.id })
			.from(orders)
			.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
			.where(
				and(
					eq(orders.userId, userId),
					isPendingRenewal(),
					subject,
					or(eq(orders.state, "pending_payment"), eq(renewedExpiry, currentExpiry)),
				),
			);
		return notExists(pending);
	}

	// A plan's renewal names the domain that the plan is for: that is another matter.
	const ofName = (name: string) => sql`(${eq(orderLines.kind, "renewal")} and ${eq(orderLines.domain, name)})`;

	const ofDomain = (name: string, { currentExpiry }: OrderLineDetails) =>
		orm
			.update(domains)
			.set({ updatedAt: sql`${domains.updatedAt}` })
			.where(
				and(
					eq(domains.userId, userId),
					eq(domains.name, name),
					inArray(domains.status, ["active", "expired"]),
					unordered(ofName(name), currentExpiry),
				),
			);

	const ofPlan = (planId: string, { currentExpiry }: OrderLineDetails) =>
		orm
			.update(hostingPlans)
			.set({ updatedAt: sql`${hostingPlans.updatedAt}` })
			.where(
				and(
					eq(hostingPlans.userId, userId),
					eq(hostingPlans.id, planId),
					inArray(hostingPlans.status, ["active", "suspended"]),
					isNull(hostingPlans.cancelledAt),
					unordered(eq(renewedPlan, planId), currentExpiry),
				),
			);

	return change(
		...lines.map(({ kind, domain, details }) => {
			if (kind === "renewal" && domain) return guarded(ofDomain(domain, details));
			if (kind === "hosting_renewal" && details.planId) return guarded(ofPlan(details.planId, details));
			return null;
		}),
	);
}
