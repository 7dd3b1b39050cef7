import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { DueRange } from "~/db/due-range";
import { keysetInRange } from "~/db/keyset";
import { savedQuery } from "~/db/saved-query.server";
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

/** A page of the domains that end in a range. A run reads about forty. */
interface EndingPage {
	readonly status: DomainStatus;
	readonly range: { readonly from: number; readonly to: number };
	readonly after: { readonly expiresAt: number; readonly id: string } | null;
	readonly limit: number;
	/** 1: only names under .ke. 0: only others. */
	readonly kenyan?: number | undefined;
}

function inRange({ range, after }: Pick<EndingPage, "range" | "after">) {
	return keysetInRange(domains.expiresAt, domains.id, range, after && [after.expiresAt, after.id]);
}

const ending = savedQuery((orm, { status, range, after, limit, kenyan }: EndingPage) => {
	const { where, orderBy } = inRange({ range, after });
	return orm
		.select({ id: domains.id, expiresAt: columns.expiresAt })
		.from(domains)
		.where(
			and(
				eq(domains.status, status),
				kenyan === undefined ? undefined : sql`(${domains.tld} = 'ke' or ${domains.tld} like '%.ke') = ${kenyan}`,
				where,
			),
		)
		.orderBy(...orderBy)
		.limit(limit);
});

const remindable = savedQuery((orm, { status, range, after, limit }: EndingPage) => {
	const { where, orderBy } = inRange({ range, after });
	return orm
		.select(columns)
		.from(domains)
		.innerJoin(users, eq(users.id, domains.userId))
		.where(and(eq(domains.status, status), eq(users.status, "active"), where))
		.orderBy(...orderBy)
		.limit(limit);
});

const placeOf = (row: EndingDomain | null) => row && { expiresAt: row.expiresAt, id: row.id };

/** Queries for domains of all customers that expire or have expired. Do not check an owner. */
export function createExpiryRepo(db: Database) {
	const { orm } = db;

	return {
		/** Domains with this status that end in this range. `kenyan`: only names under .ke, or only others. */
		ending:
			(status: DomainStatus, range: DueRange, { kenyan }: { kenyan?: boolean } = {}) =>
			(after: EndingDomain | null, limit: number): Promise<EndingDomain[]> =>
				db.read(
					ending({
						status,
						range,
						after: placeOf(after),
						limit,
						kenyan: kenyan === undefined ? kenyan : Number(kenyan),
					}),
				),

		/** Domains of active customers with this status that end in this range. */
		remindable:
			(status: DomainStatus, range: DueRange) =>
			(after: ExpiringDomain | null, limit: number): Promise<ExpiringDomain[]> =>
				db.read(remindable({ status, range, after: placeOf(after), limit })),

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
