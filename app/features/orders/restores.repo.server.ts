import { and, eq, notExists, or, sql } from "drizzle-orm";
import { type Change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { isPendingRenewal } from "~/db/pending-renewal";
import { type Domain, domains, orderLines, orders } from "~/db/schema";

/** Queries for restoring a domain from redemption. Times in ms. */
export function createRestoresRepo(db: Database) {
	const { orm } = db;

	return {
		async domain(owner: Owner, domainId: string, now: number): Promise<Domain | undefined> {
			const where = and(eq(domains.id, domainId), ownedBy(domains.userId, owner, now));
			return (await db.read(orm.select().from(domains).where(where)))[0];
		},

		/**
		 * For the change that places the order, before its lines. Stale if the domain has changed since it was read, its
		 * restore is ordered, or its renewal is paid and in progress. An unpaid renewal can't be done any more.
		 */
		reserve(owner: Owner, { id, userId, name, expiresAt }: Domain, now: number): Change {
			const pending = orm
				.select({ id: orderLines.id })
				.from(orders)
				.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
				.where(
					and(
						eq(orders.userId, userId),
						isPendingRenewal(),
						eq(orderLines.domain, name),
						or(eq(orderLines.kind, "restore"), and(eq(orderLines.kind, "renewal"), sql`+${orders.state} = 'paid'`)),
						eq(orderLines.currentExpiry, expiresAt ?? 0),
					),
				);
			return guarded(
				orm
					.update(domains)
					.set({ updatedAt: sql`${domains.updatedAt}` })
					.where(
						and(
							eq(domains.id, id),
							ownedBy(domains.userId, owner, now),
							eq(domains.status, "redemption"),
							eq(domains.expiresAt, expiresAt ?? 0),
							notExists(pending),
						),
					),
			);
		},

		/** The domains that an unpaid order restores or renews, with their state now. */
		ofOrder: (orderId: string) =>
			db.read(
				orm
					.select({
						kind: orderLines.kind,
						name: sql<string>`${orderLines.domain}`.as("line_domain"),
						currentExpiry: orderLines.currentExpiry,
						tld: domains.tld,
						status: domains.status,
						expiresAt: domains.expiresAt,
					})
					.from(orders)
					.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
					.leftJoin(domains, and(eq(domains.userId, orders.userId), eq(domains.name, orderLines.domain)))
					.where(eq(orders.id, orderId)),
			),
	};
}
