import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { DueRange } from "~/db/due-range";
import { keysetInRange } from "~/db/keyset";
import { hostingPlans, invoices, orderLines, payments, users } from "~/db/schema";
import type { InvoiceState } from "~/features/invoices/invoice-state";

/** `expiresAt` in ms. */
export interface ExpiredPlan {
	readonly id: string;
	readonly userId: string;
	readonly expiresAt: number;
}

/** `keptUntil` in ms. */
export interface KeptPlan {
	readonly id: string;
	readonly userId: string;
	readonly keptUntil: number;
}

/** `until` in ms. */
export interface SuspendedPlan {
	readonly id: string;
	readonly userId: string;
	readonly until: number;
}

export type OverduePlan = NonNullable<Awaited<ReturnType<ReturnType<typeof createOverduePlansRepo>["find"]>>>;

/** Queries for plans of all customers whose term is over. Do not check an owner. */
export function createOverduePlansRepo(db: Database) {
	const { orm } = db;
	const hasPendingPayment = sql<number>`exists (select 1 from ${payments}
		where ${payments.invoiceId} = ${invoices.id} and +${payments.state} = 'pending')`;

	return {
		/** Plans that still run, were not cancelled, and whose term ended in this range. */
		expired:
			(range: DueRange) =>
			(after: ExpiredPlan | null, limit: number): Promise<ExpiredPlan[]> => {
				const position = after && ([after.expiresAt, after.id] as const);
				const { where, orderBy } = keysetInRange(hostingPlans.expiresAt, hostingPlans.id, range, position);
				return db.read(
					orm
						.select({
							id: hostingPlans.id,
							userId: hostingPlans.userId,
							expiresAt: sql<number>`${hostingPlans.expiresAt}`.as("ends_at"),
						})
						.from(hostingPlans)
						.where(and(eq(hostingPlans.status, "active"), isNull(hostingPlans.cancelledAt), where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** Suspended plans whose content is kept until a time in this range. */
		kept:
			(range: DueRange) =>
			(after: KeptPlan | null, limit: number): Promise<KeptPlan[]> => {
				const position = after && ([after.keptUntil, after.id] as const);
				const { where, orderBy } = keysetInRange(hostingPlans.keptUntil, hostingPlans.id, range, position);
				return db.read(
					orm
						.select({
							id: hostingPlans.id,
							userId: hostingPlans.userId,
							keptUntil: sql<number>`${hostingPlans.keptUntil}`.as("kept_until_time"),
						})
						.from(hostingPlans)
						// The status is no parameter, so that the partial index serves.
						.where(and(sql`${hostingPlans.status} = 'suspended'`, where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** Plans whose suspension by staff ends in this range. */
		suspended:
			(range: DueRange) =>
			(after: SuspendedPlan | null, limit: number): Promise<SuspendedPlan[]> => {
				const position = after && ([after.until, after.id] as const);
				const { where, orderBy } = keysetInRange(hostingPlans.suspendedUntil, hostingPlans.id, range, position);
				return db.read(
					orm
						.select({
							id: hostingPlans.id,
							userId: hostingPlans.userId,
							until: sql<number>`${hostingPlans.suspendedUntil}`.as("suspended_until_time"),
						})
						.from(hostingPlans)
						// The status has a plus and the time is not null, so that the partial index serves.
						.where(and(isNotNull(hostingPlans.suspendedUntil), sql`+${hostingPlans.status} = 'suspended'`, where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** The plan with the invoice of its renewal, whose fields are null if there is none. */
		async find(planId: string) {
			const [found] = await db.read(
				orm
					.select({
						id: sql<string>`${hostingPlans.id}`.as("plan_id"),
						userId: hostingPlans.userId,
						productId: hostingPlans.productId,
						name: hostingPlans.name,
						status: hostingPlans.status,
						expiresAt: hostingPlans.expiresAt,
						cancelledAt: hostingPlans.cancelledAt,
						keptUntil: hostingPlans.keptUntil,
						backupRef: hostingPlans.backupRef,
						endedReason: hostingPlans.endedReason,
						mailRefusedAt: users.mailRefusedAt,
						invoiceId: sql<string | null>`${invoices.id}`.as("invoice_id"),
						invoiceState: sql<InvoiceState | null>`${invoices.state}`.as("invoice_state"),
						dueAt: invoices.dueAt,
						deliveredAt: invoices.deliveredAt,
						hasPendingPayment: hasPendingPayment.mapWith(Boolean).as("has_pending_payment"),
					})
					.from(hostingPlans)
					.innerJoin(users, eq(users.id, hostingPlans.userId))
					.leftJoin(
						orderLines,
						and(eq(orderLines.renewedPlanId, hostingPlans.id), eq(orderLines.renewedExpiry, hostingPlans.expiresAt)),
					)
					.leftJoin(invoices, eq(invoices.orderId, orderLines.orderId))
					.where(eq(hostingPlans.id, planId)),
			);
			return found;
		},
	};
}
