import { and, eq, gte, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { holdsName } from "~/db/holds-name";
import { keyset } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import { domains, hostingPlans } from "~/db/schema";
import type { Cursor } from "~/lib/page";

/** The domains of plans, and whether customers have proven control of them. */
export function createPlanDomainRepo(db: Database) {
	const { orm } = db;
	const held = () => holdsName(hostingPlans.userId, hostingPlans.domain);
	const columns = {
		id: hostingPlans.id,
		userId: hostingPlans.userId,
		name: hostingPlans.name,
		domain: sql<string>`${hostingPlans.domain}`.as("plan_domain"),
		held: sql<number>`${held()}`.as("held"),
	};
	const unconnected = () =>
		and(eq(hostingPlans.status, "active"), isNotNull(hostingPlans.domain), isNull(hostingPlans.domainProvenAt));

	return {
		/** The owner's active plan. Undefined if it has no domain or the domain is already connected. */
		async find(owner: Owner, id: string, now: number) {
			const where = and(eq(hostingPlans.id, id), ownedBy(hostingPlans.userId, owner, now), unconnected());
			return (await db.read(orm.select(columns).from(hostingPlans).where(where)))[0];
		},

		/** Active plans whose domain is not connected, in the order of their creation. `held`: by their customer, here. */
		listUnconnected(createdFrom: number, after: Cursor | null, limit: number) {
			const { where, orderBy } = keyset(hostingPlans.createdAt, hostingPlans.id, "asc", after);
			return db.read(
				orm
					.select({ ...columns, createdAt: hostingPlans.createdAt })
					.from(hostingPlans)
					.where(and(unconnected(), gte(hostingPlans.createdAt, createdFrom), where))
					.orderBy(...orderBy)
					.limit(limit),
			);
		},

		/** Plans of other customers to which the domain is connected. */
		otherPlans: ({ userId, domain }: { userId: string; domain: string }) =>
			db.read(
				orm
					.select({ id: hostingPlans.id, userId: hostingPlans.userId, name: hostingPlans.name })
					.from(hostingPlans)
					.where(
						and(
							eq(hostingPlans.domain, domain),
							ne(hostingPlans.userId, userId),
							isNotNull(hostingPlans.domainProvenAt),
						),
					),
			),

		/** Stale if the plan has changed or, with `isHeld`, the customer no longer holds the domain here. */
		connect: ({ id, domain }: { id: string; domain: string }, isHeld: boolean, now: number) =>
			guarded(
				orm
					.update(hostingPlans)
					.set({ domainProvenAt: now, updatedAt: now })
					.where(
						and(eq(hostingPlans.id, id), eq(hostingPlans.domain, domain), unconnected(), isHeld ? held() : undefined),
					),
			),

		disconnect: (id: string, now: number) =>
			write(orm.update(hostingPlans).set({ domainProvenAt: null, updatedAt: now }).where(eq(hostingPlans.id, id))),

		/** Marks the customer's domain as having a certificate. Domains held elsewhere have no row to mark. */
		certify: ({ userId, domain }: { userId: string; domain: string }, now: number) =>
			write(
				orm
					.update(domains)
					.set({ ssl: true, updatedAt: now })
					.where(and(eq(domains.userId, userId), eq(domains.name, domain), eq(domains.status, "active"))),
			),
	};
}
