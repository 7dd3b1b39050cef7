import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { DueRange } from "~/db/due-range";
import { keysetInRange } from "~/db/keyset";
import { domains, jobs, orderLines, users } from "~/db/schema";
import type { DomainStatus } from "~/features/domains/domain-state";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";

/** `expiresAt` in ms. */
export interface EndingDomain {
	readonly id: string;
	readonly expiresAt: number;
}

export interface ExpiringDomain extends EndingDomain {
	readonly userId: string;
	readonly name: string;
	readonly tld: string;
	readonly status: DomainStatus;
	readonly autoRenew: boolean;
	readonly registrar: RegistrarId | null;
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
		registrar: domains.registrar,
		registryId: domains.registryId,
		registeredAt: domains.registeredAt,
	};

	return {
		/** Domains with this status that end in this range. `kenyan`: only names under .ke, or only others. */
		ending:
			(status: DomainStatus, range: DueRange, { kenyan }: { kenyan?: boolean } = {}) =>
			(after: EndingDomain | null, limit: number): Promise<EndingDomain[]> => {
				const position = after && ([after.expiresAt, after.id] as const);
				const { where, orderBy } = keysetInRange(domains.expiresAt, domains.id, range, position);
				return db.read(
					orm
						.select({ id: domains.id, expiresAt: columns.expiresAt })
						.from(domains)
						.where(
							and(
								eq(domains.status, status),
								kenyan === undefined
									? undefined
									: sql`(${domains.tld} = 'ke' or ${domains.tld} like '%.ke') = ${Number(kenyan)}`,
								where,
							),
						)
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** Domains of active customers with this status that end in this range. */
		remindable:
			(status: DomainStatus, range: DueRange) =>
			(after: ExpiringDomain | null, limit: number): Promise<ExpiringDomain[]> => {
				const position = after && ([after.expiresAt, after.id] as const);
				const { where, orderBy } = keysetInRange(domains.expiresAt, domains.id, range, position);
				return db.read(
					orm
						.select(columns)
						.from(domains)
						.innerJoin(users, eq(users.id, domains.userId))
						.where(and(eq(domains.status, status), eq(users.status, "active"), where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** Whether the customer has paid for its restore, which is not done yet. */
		async hasPaidRestore({ userId, name }: Pick<ExpiringDomain, "userId" | "name">): Promise<boolean> {
			const restoring = orm
				.select({ id: jobs.id })
				.from(jobs)
				.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
				.where(
					and(
						eq(jobs.userId, userId),
						// The condition of the partial index.
						sql`${jobs.state} <> 'done'`,
						eq(jobs.kind, "restore_domain"),
						eq(orderLines.domain, name),
					),
				)
				.limit(1);
			return (await db.read(restoring)).length > 0;
		},

		async find(domainId: string): Promise<ExpiringDomain | undefined> {
			return (await db.read(orm.select(columns).from(domains).where(eq(domains.id, domainId))))[0];
		},
	};
}
