import { and, asc, between, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { type Notice, notice } from "~/db/notice.server";
import { type Effect, enqueue } from "~/db/outbox.server";
import { domains, users } from "~/db/schema";
import type { DomainStatus } from "~/features/domains/domain-state";
import { domainStates } from "~/features/domains/domain-state";

/** A registration with the end that it has. */
export interface EndingDomain {
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

/** Names whose end has come or comes, of all customers: hence no owner. */
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
		/** In this state, and ended by then; of names under .ke, or of others, only where that is said. */
		ended: (status: DomainStatus, by: number, limit: number, { kenyan }: { kenyan?: boolean } = {}) =>
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

		/** Statements: undoes the batch when the name has another state or end meanwhile. */
		move: ({ id, status, expiresAt }: EndingDomain, to: DomainStatus, now: number) => [
			orm
				.update(domains)
				.set({ status: domainStates.move(status, to), updatedAt: now })
				.where(and(eq(domains.id, id), eq(domains.status, status), eq(domains.expiresAt, expiresAt))),
			db.mustChange(),
		],

		/** Held by customers who are still here. */
		around: (from: number, to: number, limit: number) =>
			db.read(
				orm
					.select({ ...columns, timezone: users.timezone, language: users.language })
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

		effect: (effect: Effect, now: number) => enqueue(db, effect, now),
		notice: (entry: Notice, now: number) => notice(db, entry, now),
	};
}
