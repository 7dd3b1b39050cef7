import { and, between, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { contains } from "~/db/keyset";
import { ownedByStatus, ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { type HostingPlan, hostingPlans } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import type { HostingType, Usage } from "./hosting-facts";
import { hostingStates } from "./hosting-state";

export type NewPlan = Omit<typeof hostingPlans.$inferInsert, "status"> & { readonly status: "pending" };

/** What a plan has from its product. */
export type PlanProduct = Pick<HostingPlan, "productId" | "name" | "features" | "price" | "paid" | "resources">;

const endable = hostingStates.sources("terminated");

/** Absent filters leave everything in. */
interface PlanFilter {
	readonly type?: HostingType;
	/** Part of the plan's name or of its domain. */
	readonly q?: string;
}

/** A customer's own hosting plans; ended ones are not shown. */
export function createHostingRepo(db: Database) {
	const running = ne(hostingPlans.status, "terminated");
	const ownRunning = (owner: Owner, now: number) => and(ownedBy(hostingPlans.userId, owner, now), running);

	/** Not ended, and with the end that was read. */
	const asRead = ({ id, expiresAt }: HostingPlan) =>
		and(
			eq(hostingPlans.id, id),
			inArray(hostingPlans.status, ["active", "suspended"]),
			sql`${hostingPlans.expiresAt} is ${expiresAt}`,
		);

	const isTermOver = (now: number) =>
		and(isNotNull(hostingPlans.cancelledAt), lte(hostingPlans.expiresAt, now), inArray(hostingPlans.status, endable));

	return {
		list(owner: Owner, { type, q }: PlanFilter, after: Cursor | null, now: number, limit?: number) {
			const where = and(
				running,
				type ? eq(hostingPlans.type, type) : undefined,
				q ? contains([hostingPlans.name, hostingPlans.domain], q) : undefined,
			);
			const page = { where, key: hostingPlans.createdAt, direction: "asc", after, limit } as const;
			return ownedPage(db, hostingPlans, owner, page, now);
		},

		async find(owner: Owner, id: string, now: number) {
			const plans = db.orm.select().from(hostingPlans);
			return (await db.read(plans.where(and(ownRunning(owner, now), eq(hostingPlans.id, id)))))[0];
		},

		/** Changes nothing but the time. Overtaken unless the owner's plan is running. */
		requireRunning: (owner: Owner, id: string, now: number) =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ updatedAt: now })
					.where(
						and(ownedBy(hostingPlans.userId, owner, now), eq(hostingPlans.id, id), eq(hostingPlans.status, "active")),
					),
			),

		countByStatus: (owner: Owner, now: number) => ownedByStatus(db, hostingPlans, owner, now, running),

		/** Ends with the paid term; overtaken if the plan is already cancelled or has ended. */
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

		/** Takes a cancellation back; overtaken if the plan has ended. */
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

		/** Cancelled plans whose paid term is over. */
		listEnded: (now: number, limit: number) =>
			db.read(
				db.orm
					.select({ id: hostingPlans.id, userId: hostingPlans.userId, name: hostingPlans.name })
					.from(hostingPlans)
					.where(isTermOver(now))
					.limit(limit),
			),

		/** `amount`: minor units. Never more than the price. Changes nothing if the plan has ended. */
		addPaid: (orderLineId: string, amount: number, now: number): Change =>
			write(
				db.orm
					.update(hostingPlans)
					.set({
						paid: sql`min(${hostingPlans.price}, coalesce(${hostingPlans.paid}, ${hostingPlans.price}) + ${amount})`,
						updatedAt: now,
					})
					.where(and(eq(hostingPlans.orderLineId, orderLineId), running)),
			),

		add: (plan: NewPlan): Change => write(db.orm.insert(hostingPlans).values(plan)),

		/** Changes nothing if the plan has ended. */
		activate: (id: string, { ip, expiresAt }: { ip: string | null; expiresAt: number }, now: number): Change =>
			write(
				db.orm
					.update(hostingPlans)
					.set({ status: "active", ip, expiresAt, updatedAt: now })
					.where(and(eq(hostingPlans.id, id), inArray(hostingPlans.status, hostingStates.sources("active")))),
			),

		/** Overtaken if the plan's end has changed since it was read. `paid`: minor units. */
		extend: (plan: HostingPlan, { expiresAt, paid }: { expiresAt: number; paid: number | null }, now: number): Change =>
			guarded(
				db.orm.update(hostingPlans).set({ status: "active", expiresAt, paid, updatedAt: now }).where(asRead(plan)),
			),

		/** Overtaken if the plan's product or end has changed since it was read. */
		changeProduct: (plan: HostingPlan, to: PlanProduct, now: number): Change =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ ...to, updatedAt: now })
					.where(and(asRead(plan), eq(hostingPlans.productId, plan.productId))),
			),

		/** Ends a cancelled plan. Overtaken if it was renewed or kept since it was read. */
		end: (id: string, now: number) =>
			guarded(
				db.orm
					.update(hostingPlans)
					.set({ status: "terminated", updatedAt: now })
					.where(and(eq(hostingPlans.id, id), isTermOver(now))),
			),

		/** All of a customer's. */
		endAll: (userId: string, now: number): Change =>
			write(
				db.orm
					.update(hostingPlans)
					.set({ status: "terminated", updatedAt: now })
					.where(and(eq(hostingPlans.userId, userId), inArray(hostingPlans.status, endable))),
			),

		/** Running plans whose panel was not asked since, the longest ago first. */
		listStaleUsage: (before: number, limit: number) =>
			db.read(
				db.orm
					.select({ id: hostingPlans.id, productId: hostingPlans.productId, resources: hostingPlans.resources })
					.from(hostingPlans)
					.where(
						and(eq(hostingPlans.status, "active"), or(isNull(hostingPlans.usageAt), lt(hostingPlans.usageAt, before))),
					)
					.orderBy(hostingPlans.usageAt)
					.limit(limit),
			),

		/** Skips a plan that was changed to another product in the meantime: its limits are different. */
		setUsage: (plan: { id: string; productId: string }, resources: Record<string, Usage>, now: number) =>
			write(
				db.orm
					.update(hostingPlans)
					.set({ resources, usageAt: now })
					.where(and(eq(hostingPlans.id, plan.id), eq(hostingPlans.productId, plan.productId))),
			),

		/** The plan's name when the statement runs. */
		nameExpression: (id: string) =>
			sql`(select ${hostingPlans.name} from ${hostingPlans} where ${hostingPlans.id} = ${id})`,

		/** When plans renew between the two times; a cancelled one does not. */
		renewals: (owner: Owner, from: number, to: number, now: number) =>
			db.read(
				db.orm
					.select({ expiresAt: hostingPlans.expiresAt })
					.from(hostingPlans)
					.where(
						and(ownRunning(owner, now), isNull(hostingPlans.cancelledAt), between(hostingPlans.expiresAt, from, to)),
					),
			),
	};
}
