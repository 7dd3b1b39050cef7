import { and, asc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { contains, never } from "~/db/keyset";
import { ownedByStatus, ownedFirst, ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { type Domain, domains } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import { readSort } from "~/lib/sort-order";
import { type DomainSort, dueWithin, statusesOf } from "./portfolio";
import type { DomainListQuery } from "./portfolio.schema";

const sortKeys = {
	name: domains.name,
	status: domains.status,
	expires: sql<number>`coalesce(${domains.expiresAt}, ${never})`,
};

type SortKey = keyof typeof sortKeys;

const byStatus = ownedByStatus(domains);
const expiringFirst = ownedFirst(domains, {
	where: inArray(domains.status, [...statusesOf("all")]),
	key: sortKeys.expires,
	direction: "asc",
});

/** Missing filters match every domain. */
type ListQuery = Pick<DomainListQuery, "tab" | "q" | "sort"> & Partial<Pick<DomainListQuery, "tld" | "due" | "renew">>;

/** Cursor of the page after this row. */
export function domainCursor(row: Domain, sort: DomainSort): Cursor {
	const { by } = readSort<SortKey>(sort);
	return [by === "expires" ? (row.expiresAt ?? never) : row[by], row.id];
}

/** Queries for a customer's domains. Times in ms. */
export function createPortfolioRepo(db: Database) {
	return {
		list(owner: Owner, query: ListQuery, after: Cursor | null, now: number, limit?: number) {
			const { by, direction } = readSort<SortKey>(query.sort);
			const where = and(
				inArray(domains.status, [...statusesOf(query.tab)]),
				query.q ? contains([domains.name], query.q) : undefined,
				query.tld ? eq(domains.tld, query.tld) : undefined,
				query.renew ? eq(domains.autoRenew, query.renew === "on") : undefined,
				query.due ? and(eq(domains.status, "active"), lt(domains.expiresAt, now + dueWithin)) : undefined,
			);
			return ownedPage(db, domains, owner, { where, key: sortKeys[by], direction, after, limit }, now);
		},

		async find(owner: Owner, domainId: string, now: number) {
			const mine = and(eq(domains.id, domainId), ownedBy(domains.userId, owner, now), ne(domains.status, "released"));
			const [domain] = await db.read(db.orm.select().from(domains).where(mine));
			return domain ?? null;
		},

		/** Those of the domains that are the owner's, by name. */
		byIds: (owner: Owner, ids: readonly string[], now: number) =>
			db.read(
				db.orm
					.select()
					.from(domains)
					.where(
						and(
							inArray(domains.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
							ownedBy(domains.userId, owner, now),
							ne(domains.status, "released"),
						),
					)
					.orderBy(asc(domains.name)),
			),

		/** The extensions of the owner's domains. */
		extensions: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.selectDistinct({ tld: domains.tld })
					.from(domains)
					.where(and(ownedBy(domains.userId, owner, now), ne(domains.status, "released")))
					.orderBy(asc(domains.tld)),
			),

		/** Saves what the registry reports. Changes nothing if the domain has changed since it was read. */
		reconcile: (owner: Owner, row: Domain, facts: Partial<Domain>, now: number): Change =>
			write(
				db.orm
					.update(domains)
					.set({ ...facts, updatedAt: now })
					.where(
						and(eq(domains.id, row.id), ownedBy(domains.userId, owner, now), eq(domains.updatedAt, row.updatedAt)),
					),
			),

		/** The domains that expire first. */
		expiringFirst: (owner: Owner, limit: number, now: number) => db.read(expiringFirst({ owner, limit, now })),

		countByStatus: (owner: Owner, now: number) => db.read(byStatus({ owner, now })),

		/** Stale unless the domain is the owner's. */
		setAutoRenew: (owner: Owner, domainId: string, autoRenew: boolean, now: number): Change =>
			guarded(
				db.orm
					.update(domains)
					.set({ autoRenew, updatedAt: now })
					.where(and(eq(domains.id, domainId), ownedBy(domains.userId, owner, now))),
			),
	};
}
