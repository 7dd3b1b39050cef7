import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { jobs, orderLines, orders } from "./schema";

/** Kinds of order lines that make something last longer, or another plan of it: one at a time. */
const renewalKinds = ["renewal", "hosting_renewal", "plan_change"] as const;

/**
 * Of order lines beside their orders: renewals that wait for their money or are being carried out. A second one of the
 * same thing would be paid for nothing.
 */
export function isPendingRenewal(): SQL | undefined {
	const working = sql`exists (select 1 from ${jobs} where ${jobs.orderLineId} = ${orderLines.id} and ${jobs.state} <> 'done')`;
	return and(
		inArray(orderLines.kind, [...renewalKinds]),
		sql`(${eq(orders.state, "pending_payment")} or (${eq(orders.state, "paid")} and ${working}))`,
	);
}
