import { and, eq, inArray } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { jobs, orders } from "~/db/schema";
import type { FulfilmentPlan } from "./fulfilment-plan.server";
import { orderStates } from "./order-state";

/** Changes to an order when it is paid. */
export function createFulfilmentRepo({ orm }: Database) {
	return {
		/** Stale unless the order is `pending_payment`. */
		setPaid: (orderId: string, now: number): Change =>
			guarded(
				orm
					.update(orders)
					.set({ state: "paid", paidAt: now })
					.where(and(eq(orders.id, orderId), inArray(orders.state, orderStates.sources("paid")))),
			),

		queueJobs: (queued: FulfilmentPlan["jobs"]): Change =>
			write(...queued.map((job) => orm.insert(jobs).values(job).onConflictDoNothing())),
	};
}
