import { and, eq, gt, isNull, notExists, sql } from "drizzle-orm";
import { type Change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { isPendingRenewal } from "~/db/pending-renewal";
import { planPayments } from "~/db/plan-payments.server";
import { type HostingPlan, hostingPlans, invoices, orderLines, orders, payments } from "~/db/schema";

/** Queries for changing a hosting plan. */
export function createPlanChangesRepo(db: Database) {
	const { orm } = db;

	/** Order lines with their orders and invoices. */
	const ordered = () =>
		orm
			.select({
				orderId: sql<string>`${orders.id}`.as("order_id"),
				kind: orderLines.kind,
				name: orderLines.name,
				state: orders.state,
				renewsPlan: sql<number>`${orderLines.renewedPlanId} is not null`.mapWith(Boolean).as("renews_plan"),
				invoiceId: sql<string>`${invoices.id}`.as("invoice_id"),
				number: invoices.number,
				isBeingPaid: sql<number>`exists (select 1 from ${payments}
					where ${payments.invoiceId} = ${invoices.id} and +${payments.state} = 'pending')`
					.mapWith(Boolean)
					.as("is_being_paid"),
			})
			.from(orders)
			.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
			.innerJoin(invoices, eq(invoices.orderId, orders.id));

	return {
		async plan(owner: Owner, planId: string, now: number): Promise<HostingPlan | undefined> {
			const where = and(eq(hostingPlans.id, planId), ownedBy(hostingPlans.userId, owner, now));
			return (await db.read(orm.select().from(hostingPlans).where(where)))[0];
		},

		payments: (owner: Owner, planId: string, now: number) =>
			planPayments(db, planId, ownedBy(orders.userId, owner, now)),

		/** The renewal or change that is ordered for the plan but not done yet. */
		async pendingOrder(owner: Owner, planId: string, now: number) {
			const where = and(ownedBy(orders.userId, owner, now), isPendingRenewal(), eq(orderLines.planId, planId));
			return (await db.read(ordered().where(where).limit(1)))[0];
		},

		/**
		 * For the change that places the order, before its lines. Stale if the plan has changed since it was read, or
		 * something else is ordered for it.
		 */
		reserve(owner: Owner, plan: HostingPlan, orderId: string, now: number): Change {
			const otherOrder = orm
				.select({ id: orderLines.id })
				.from(orders)
				.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
				.where(and(eq(orders.userId, plan.userId), isPendingRenewal(), eq(orderLines.planId, plan.id)));
			const isUnchanged = and(
				eq(hostingPlans.id, plan.id),
				ownedBy(hostingPlans.userId, owner, now),
				eq(hostingPlans.status, "active"),
				isNull(hostingPlans.cancelledAt),
				gt(hostingPlans.expiresAt, now),
				eq(hostingPlans.productId, plan.productId),
				eq(hostingPlans.price, plan.price),
				sql`${hostingPlans.paid} is ${plan.paid}`,
				eq(hostingPlans.expiresAt, plan.expiresAt ?? 0),
				notExists(otherOrder),
			);
			return guarded(orm.update(hostingPlans).set({ changeOrderId: orderId, updatedAt: now }).where(isUnchanged));
		},
	};
}
