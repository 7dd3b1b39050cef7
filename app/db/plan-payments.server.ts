import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.server";
import { hostingPlans, invoices, jobs, orderLines, orders } from "./schema";

/**
 * What was paid for a plan: its order, its renewals and its changes that are done, newest first. Not what was refunded in
 * full. @param access condition on the orders that the reader can see
 */
export function planPayments(db: Database, planId: string, access: SQL | undefined) {
	const ofPlan = sql`(select ${orderLines.id} from ${orderLines} where ${orderLines.planId} = ${planId}
		union all select ${hostingPlans.orderLineId} from ${hostingPlans} where ${hostingPlans.id} = ${planId})`;
	return db.read(
		db.orm
			.select({
				kind: orderLines.kind,
				/** Minor units, before tax and the order's discount. */
				amount: sql<number>`${orderLines.amount} - coalesce(json_extract(${orderLines.details}, '$.freeDomain'), 0)`.as(
					"paid_amount",
				),
				months: sql<number | null>`json_extract(${orderLines.details}, '$.months')`.as("paid_months"),
				discount: orders.discount,
				subtotal: orders.subtotal,
				taxBasisPoints: invoices.taxBasisPoints,
				paidAt: sql<number>`${orders.paidAt}`.as("order_paid_at"),
			})
			.from(orderLines)
			.innerJoin(orders, eq(orders.id, orderLines.orderId))
			.innerJoin(invoices, eq(invoices.orderId, orders.id))
			.innerJoin(jobs, eq(jobs.orderLineId, orderLines.id))
			.where(
				and(
					access,
					sql`${orderLines.id} in ${ofPlan}`,
					eq(invoices.state, "paid"),
					eq(jobs.state, "done"),
					// A job that was cancelled has a note.
					isNull(jobs.note),
				),
			)
			.orderBy(desc(orders.paidAt), desc(orderLines.id)),
	);
}

export type PlanPayment = Awaited<ReturnType<typeof planPayments>>[number];
