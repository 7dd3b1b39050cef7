import { and, between, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { contains, keyset, never } from "~/db/keyset";
import { ownedByStatus, ownedFirst, ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { savedQuery } from "~/db/saved-query.server";
import { type HostingPlan, hostingPlans, invoices, payments } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import { readSort } from "~/lib/sort-order";
import type { HostingSort } from "./hosting";
import type { HostingType } from "./hosting-facts";
import { hostingStates } from "./hosting-state";

export type NewPlan = Omit<typeof hostingPlans.$inferInsert, "status"> & { readonly status: "pending" };

/** The columns that are copied from a plan's product. */
export type PlanProduct = Pick<HostingPlan, "productId" | "name" | "features" | "price" | "paid" | "resources">;

const endable = hostingStates.sources("terminated");

/** Condition: no payment of the invoice is pending, and none was made. */
const isUnpaid = (invoiceId: string) =>
	sql`exists (select 1 from ${invoices} where ${invoices.id} = ${invoiceId} and ${invoices.state} = 'open'
		and not exists (select 1 from ${payments}
			where ${payments.invoiceId} = ${invoices.id} and +${payments.state} = 'pending'))`;

/** Condition: the customer has received the invoice. */
const isDelivered = (invoiceId: string) =>
	sql`exists (select 1 from ${invoices} where ${invoices.id} = ${invoiceId} and ${invoices.deliveredAt} is not null)`;

/** A plan whose term is over, with the invoice of its renewal. Times in ms. */
export interface UnpaidPlan {
	readonly id: string;
	readonly expiresAt: number;
	readonly invoiceId: string;
}

/** `reason`: as the customer reads it. `keptUntil`: until when its content is kept (ms). */
export interface PlanEnding {
	readonly reason: string;
	readonly keptUntil: number;
}

/** `reason`: as the customer reads it. `until`: when it ends (ms). Null: by hand. */
export interface StaffSuspension {
	readonly reason: string;
	readonly until: number | null;
}

/** A suspension by staff is over. */
const notSuspendedByStaff = { suspendedReason: null, suspendedUntil: null } as const;

/** Omitted filters match every plan. */
interface PlanFilter {
	readonly type?: HostingType;
	/** Part of the plan's name or domain. */
	readonly q?: string;
	/** Default: oldest first. */
	readonly sort?: HostingSort;
}

const sortKeys = {
	created: hostingPlans.createdAt,
	name: hostingPlans.name,
	expires: sql<number>`coalesce(${hostingPlans.expiresAt}, ${never})`,
};

type SortKey = keyof typeof sortKeys;

/** Cursor of the page after this row. */
export function planCursor(row: HostingPlan, sort: HostingSort): Cursor {
	const { by } = readSort<SortKey>(sort);
	const keys = { created: row.createdAt, name: row.name, expires: row.expiresAt ?? never };
	return [keys[by], row.id];
}

const running = ne(hostingPlans.status, "terminated");
const ownRunning = (owner: Owner, now: number) => and(ownedBy(hostingPlans.userId, owner, now), running);

const byStatus = ownedByStatus(hostingPlans, running);
const oldest = ownedFirst(hostingPlans, { where: running, key: hostingPlans.createdAt, direction: "asc" });
const renewals = savedQuery((orm, { owner, from, to, now }: { owner: Owner; from: number; to: number; now: number }) =>
	orm
		.select({ expiresAt: hostingPlans.expiresAt })
		.from(hostingPlans)
		.where(and(ownRunning(owner, now), isNull(hostingPlans.cancelledAt), between(hostingPlans.expiresAt, from, to))),
);

/** A customer's own hosting plans. Lists leave out ended ones. */
export function createHostingRepo(db: Database) {
	/** Condition: the plan is active or suspended, and its expiry has not changed since it was read. */
	const unchangedSinceRead = ({ id, expiresAt }: HostingPlan) =>
		and(
			eq(hostingPlans.id, id),
			inArray(hostingPlans.status, ["active", "suspended"]),
			sql`${hostingPlans.expiresAt} is ${expiresAt}`,
		);

	return {
		list(owner: Owner, { type, q, sort = "created" }: PlanFilter, after: Cursor | null, now: number, limit?: number) {
			const { by, direction } = readSort<SortKey>(sort);
			const where = and(
				running,
				type ? eq(hostingPlans.type, type) : undefined,
				q ? contains([hostingPlans.name, hostingPlans.domain], q) : undefined,
			);
			const page = { where, key: sortKeys[by], direction, after, limit };
			return ownedPage(db, hostingPlans, owner, page, now);
		},

		async find(owner: Owner, id: string, now: number) {
			const plans = db.orm.select().from(hostingPlans);
			return (await db.read(plans.where(and(ownRunning(owner, now), eq(hostingPlans.id, id)))))[0];
		},

		/** Guard: overtaken unless the plan is active and the owner's. Only sets `updatedAt`. */
		requireRunning: (owner: Owner, id: string, now: number) =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ updatedAt: now })
					.where(
						and(ownedBy(hostingPlans.userId, owner, now), eq(hostingPlans.id, id), eq(hostingPlans.status, "active")),
					),
			),

		oldest: (owner: Owner, limit: number, now: number) => db.read(oldest({ owner, limit, now })),

		countByStatus: (owner: Owner, now: number) => db.read(byStatus({ owner, now })),

		/** The plan ends with the paid term. Stale if it is already cancelled or has ended. */
		cancel: (owner: Owner, id: string, now: number) =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ cancelledAt: now, updatedAt: now })
					.where(
						and(
							ownRunning(owner, now),
							eq(hostingPlans.id, id),
							isNull(hostingPlans.cancelledAt),
							gt(hostingPlans.expiresAt, now),
						),
					),
			),

		/** Withdraws a cancellation. Stale if the plan is not cancelled or has ended. */
		keep: (owner: Owner, id: string, now: number) =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ cancelledAt: null, updatedAt: now })
					.where(
						and(
							ownRunning(owner, now),
							eq(hostingPlans.id, id),
							isNotNull(hostingPlans.cancelledAt),
							gt(hostingPlans.expiresAt, now),
						),
					),
			),

		/** Plans that their customer has cancelled and whose paid term is over, in the order of its end. */
		listEnded(now: number, after: { readonly expiresAt: number | null; readonly id: string } | null, limit: number) {
			const { id, userId, name, expiresAt } = hostingPlans;
			const { where, orderBy } = keyset(expiresAt, id, "asc", after && [after.expiresAt ?? 0, after.id]);
			return db.read(
				db.orm
					.select({ id, userId, name, expiresAt })
					.from(hostingPlans)
					// The status is no parameter, so that the partial index serves.
					.where(
						and(
							isNotNull(hostingPlans.cancelledAt),
							isNull(hostingPlans.endedReason),
							sql`${hostingPlans.status} <> 'terminated'`,
							lte(expiresAt, now),
							where,
						),
					)
					.orderBy(...orderBy)
					.limit(limit),
			);
		},

		/** Stale if the plan's price, end or `paid` has changed since it was read, or if it has ended. `paid`: minor units. */
		setPaid: (plan: HostingPlan, paid: number | null, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ paid, updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, plan.id),
							running,
							eq(hostingPlans.price, plan.price),
							sql`${hostingPlans.paid} is ${plan.paid}`,
							sql`${hostingPlans.expiresAt} is ${plan.expiresAt}`,
						),
					),
			),

		add: (plan: NewPlan): Change => write(db.orm.insert(hostingPlans).values(plan)),

		/** Stale if the plan has ended. */
		activate: (id: string, { ip, expiresAt }: { ip: string | null; expiresAt: number }, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ status: "active", ip, expiresAt, keptUntil: null, updatedAt: now })
					.where(and(eq(hostingPlans.id, id), inArray(hostingPlans.status, hostingStates.sources("active")))),
			),

		/**
		 * Stale if the plan's end has changed since it was read. Ends a suspension for an unpaid invoice, not one by staff.
		 * `paid`: minor units.
		 */
		extend: (plan: HostingPlan, { expiresAt, paid }: { expiresAt: number; paid: number | null }, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({
						status: sql`case when ${hostingPlans.suspendedReason} is null then 'active' else ${hostingPlans.status} end`,
						...{ expiresAt, paid, keptUntil: null, updatedAt: now },
					})
					.where(unchangedSinceRead(plan)),
			),

		/** Stale if the plan was renewed, cancelled or suspended since it was read, or its invoice is being paid. */
		suspend: ({ id, expiresAt, invoiceId }: UnpaidPlan, keptUntil: number, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ status: "suspended", keptUntil, updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							inArray(hostingPlans.status, hostingStates.sources("suspended")),
							eq(hostingPlans.expiresAt, expiresAt),
							isNull(hostingPlans.cancelledAt),
							isUnpaid(invoiceId),
							isDelivered(invoiceId),
						),
					),
			),

		/** Suspends an active plan for staff. Stale if it has changed since it was read. */
		suspendByStaff: ({ id, updatedAt }: HostingPlan, { reason, until }: StaffSuspension, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ status: "suspended", suspendedReason: reason, suspendedUntil: until, updatedAt: now })
					.where(
						and(eq(hostingPlans.id, id), eq(hostingPlans.status, "active"), eq(hostingPlans.updatedAt, updatedAt)),
					),
			),

		/** Ends a suspension by staff. Stale if the plan has changed since it was read. */
		endSuspension: ({ id, updatedAt }: HostingPlan, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ status: "active", ...notSuspendedByStaff, updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							eq(hostingPlans.status, "suspended"),
							isNotNull(hostingPlans.suspendedReason),
							eq(hostingPlans.updatedAt, updatedAt),
						),
					),
			),

		setBackup: (id: string, backupRef: string | null): Change =>
			write(db.orm.update(hostingPlans).set({ backupRef }).where(eq(hostingPlans.id, id))),

		/** Ends a suspended plan. Stale if it was renewed since it was read, or its invoice is being paid. */
		endUnpaid: ({ id, expiresAt, invoiceId }: UnpaidPlan, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ status: "terminated", updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							eq(hostingPlans.status, "suspended"),
							eq(hostingPlans.expiresAt, expiresAt),
							lte(hostingPlans.keptUntil, now),
							isUnpaid(invoiceId),
						),
					),
			),

		/** Ends a plan, whose content is kept for a time. Stale if it has changed since it was read. `keptUntil` in ms. */
		endByStaff: (plan: HostingPlan, { reason, keptUntil }: PlanEnding, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({
						status: "suspended",
						cancelledAt: plan.cancelledAt ?? now,
						expiresAt: Math.min(plan.expiresAt ?? now, now),
						endedReason: reason,
						keptUntil,
						...notSuspendedByStaff,
						updatedAt: now,
					})
					.where(and(unchangedSinceRead(plan), isNull(hostingPlans.endedReason))),
			),

		/**
		 * Ends a cancelled plan, whose content is kept for a time. Stale if its term is not over, or if it was renewed or kept
		 * since it was read.
		 */
		end: (id: string, { reason, keptUntil }: PlanEnding, now: number) =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ status: "suspended", endedReason: reason, keptUntil, ...notSuspendedByStaff, updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							isNotNull(hostingPlans.cancelledAt),
							isNull(hostingPlans.endedReason),
							lte(hostingPlans.expiresAt, now),
							inArray(hostingPlans.status, ["active", "suspended"]),
						),
					),
			),

		/** Stale unless the plan has ended and its content need not be kept longer. */
		endKept: (id: string, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ status: "terminated", updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							eq(hostingPlans.status, "suspended"),
							isNotNull(hostingPlans.endedReason),
							lte(hostingPlans.keptUntil, now),
						),
					),
			),

		/** The plan, with any owner. */
		async any(id: string): Promise<HostingPlan | undefined> {
			return (await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.id, id))))[0];
		},

		/** Stale if the plan's product or end has changed since it was read. */
		changeProduct: (plan: HostingPlan, to: PlanProduct, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ ...to, updatedAt: now })
					.where(and(unchangedSinceRead(plan), eq(hostingPlans.productId, plan.productId))),
			),

		/** Ends all plans of a customer. */
		endAll: (userId: string, now: number): Change =>
			write(
				db.orm
					.update(hostingPlans)
					.set({ status: "terminated", updatedAt: now })
					.where(and(eq(hostingPlans.userId, userId), inArray(hostingPlans.status, endable))),
			),

		/** Expression: the name of a plan. */
		nameExpression: (id: string) =>
			sql`(select ${hostingPlans.name} from ${hostingPlans} where ${hostingPlans.id} = ${id})`,

		/** Expiry times between `from` and `to` of plans that are not cancelled. */
		renewals: (owner: Owner, from: number, to: number, now: number) => db.read(renewals({ owner, from, to, now })),
	};
}
