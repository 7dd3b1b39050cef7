import { and, eq, inArray, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { type Change, change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { isPendingRenewal } from "~/db/pending-renewal";
import { domains, hostingPlans, orderLines, orders } from "~/db/schema";
import type { OrderLineKind } from "./order-line";

interface RenewalLine {
	readonly kind: OrderLineKind;
	readonly domain: string | null;
	readonly planId: string | null;
	readonly currentExpiry: number | null;
}

/**
 * For the change that places an order, before its lines. Stale if the customer no longer has a domain or plan that
 * the order renews, or has ordered that renewal since the quote.
 */
export function renewalGuards(db: Database, userId: string, lines: readonly RenewalLine[]): Change {
	const { orm } = db;

	function isNotOrdered(subject: SQL, currentExpiry: number | null) {
		const pending = orm
			.select({ id: orderLines.id })
			.from(orders)
			.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
			.where(
				and(
					eq(orders.userId, userId),
					isPendingRenewal(),
					subject,
					or(eq(orders.state, "pending_payment"), eq(orderLines.currentExpiry, currentExpiry ?? 0)),
				),
			);
		return notExists(pending);
	}

	// Lines that renew a plan have a domain too, so the kind has to match.
	const ofName = (name: string) => sql`(${eq(orderLines.kind, "renewal")} and ${eq(orderLines.domain, name)})`;

	const ofDomain = (name: string, currentExpiry: number | null) =>
		orm
			.update(domains)
			.set({ updatedAt: sql`${domains.updatedAt}` })
			.where(
				and(
					eq(domains.userId, userId),
					eq(domains.name, name),
					inArray(domains.status, ["active", "expired"]),
					isNotOrdered(ofName(name), currentExpiry),
				),
			);

	const ofPlan = (planId: string, currentExpiry: number | null) =>
		orm
			.update(hostingPlans)
			.set({ updatedAt: sql`${hostingPlans.updatedAt}` })
			.where(
				and(
					eq(hostingPlans.userId, userId),
					eq(hostingPlans.id, planId),
					inArray(hostingPlans.status, ["active", "suspended"]),
					isNull(hostingPlans.cancelledAt),
					isNotOrdered(eq(orderLines.planId, planId), currentExpiry),
				),
			);

	return change(
		...lines.map(({ kind, domain, planId, currentExpiry }) => {
			if (kind === "renewal" && domain) return guarded(ofDomain(domain, currentExpiry));
			if (kind === "hosting_renewal" && planId) return guarded(ofPlan(planId, currentExpiry));
			return null;
		}),
	);
}
