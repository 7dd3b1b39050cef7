import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { jobs, orderLines, orders } from "./schema";

/** Kinds of order lines that renew or restore a domain, or renew or change a plan. Only one at a time may be open. */
const renewalKinds = ["renewal", "restore", "hosting_renewal", "plan_change"] as const;

/**
 * Condition on `order_lines` joined with `orders`: renewals, restores and changes that wait for payment or are in progress. A second one of the
 * same domain or plan would be paid for nothing.
 */
export function isPendingRenewal(): SQL | undefined {
	const working = sql`exists (select 1 from ${jobs} where ${jobs.orderLineId} = ${orderLines.id} and ${jobs.state} <> 'done')`;
	return and(
		inArray(orderLines.kind, [...renewalKinds]),
		sql`(${eq(orders.state, "pending_payment")} or (${eq(orders.state, "paid")} and ${working}))`,
	);
}
