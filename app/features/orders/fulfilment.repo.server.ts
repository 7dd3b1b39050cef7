import { and, eq, inArray, sql } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { domains, hostingPlans, jobs, orders } from "~/db/schema";
import type { FulfilmentPlan } from "./fulfilment-plan.server";
import { orderStates } from "./order-state";

/** Of a registration that nobody has changed yet. */
const untouched = {
	autoRenew: true,
	locked: true,
	privacy: true,
	ssl: false,
	delegation: "live",
	registryId: null,
	registeredAt: null,
	expiresAt: null,
	glue: null,
	contacts: null,
	forwards: null,
} as const;

/** What payment changes about an order. */
export function createFulfilmentRepo({ orm }: Database) {
	return {
		/** Overtaken unless the order waits for payment. */
		setPaid: (orderId: string, now: number): Change =>
			guarded(
				orm
					.update(orders)
					.set({ state: "paid", paidAt: now })
					.where(and(eq(orders.id, orderId), inArray(orders.state, orderStates.sources("paid")))),
			),

		/** The names and plans that are being set up, and the work that sets them up. */
		plan: (plan: FulfilmentPlan): Change =>
			write(
				...plan.domains.map((domain) =>
					// A name that the customer once held and gave up keeps its row, and nothing else of that time.
					orm
						.insert(domains)
						.values(domain)
						.onConflictDoUpdate({
							target: [domains.userId, domains.name],
							set: { ...untouched, ...domain, id: sql`${domains.id}`, createdAt: sql`${domains.createdAt}` },
							setWhere: eq(domains.status, "released"),
						}),
				),
				...plan.hosting.map((hosting) => orm.insert(hostingPlans).values(hosting)),
				...plan.jobs.map((job) => orm.insert(jobs).values(job).onConflictDoNothing()),
			),
	};
}
