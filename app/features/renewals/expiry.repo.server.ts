import { and, asc, between, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { domains, users } from "~/db/schema";
import type { DomainStatus } from "~/features/domains/domain-state";

export interface ExpiringDomain {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	readonly tld: string;
	readonly status: DomainStatus;
	readonly autoRenew: boolean;
	readonly expiresAt: number;
	readonly registryId: string | null;
	readonly registeredAt: number | null;
}

/** Queries for domains of all customers that expire or have expired. Do not check an owner. */
export function createExpiryRepo(db: Database) {
	const { orm } = db;
	const columns = {
		id: domains.id,
		userId: domains.userId,
		name: domains.name,
		tld: domains.tld,
		status: domains.status,
		autoRenew: domains.autoRenew,
		expiresAt: sql<number>`${domains.expiresAt}`.as("ends_at"),
		registryId: domains.registryId,
		registeredAt: domains.registeredAt,
	};

	return {
		/** Domains with this status that expired by then (ms). `kenyan`: only names under .ke, or only others. */
		expiredBy: (status: DomainStatus, by: number, limit: number, { kenyan }: { kenyan?: boolean } = {}) =>
			db.read(
				orm
					.select(columns)
					.from(domains)
					.where(
						and(
							eq(domains.status, status),
							lte(domains.expiresAt, by),
							kenyan === undefined
								? undefined
								: sql`(${domains.tld} = 'ke' or ${domains.tld} like '%.ke') = ${Number(kenyan)}`,
						),
					)
					.orderBy(asc(domains.expiresAt))
					.limit(limit),
			),

		/** Domains of active customers that expire between these times (ms). */
		expiringBetween: (from: number, to: number, limit: number) =>
			db.read(
				orm
					.select(columns)
					.from(domains)
					.innerJoin(users, eq(users.id, domains.userId))
					.where(
						and(
							inArray(domains.status, ["active", "expired"]),
							between(domains.expiresAt, from, to),
							eq(users.status, "active"),
						),
					)
					.orderBy(asc(domains.expiresAt))
					.limit(limit),
			),
	};
}
