import { and, asc, eq, getTableColumns, gt, gte, inArray, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { heldByAnother } from "~/db/held-by-another";
import { type Owner, ownedBy } from "~/db/owner";
import { dnsChanges, dnsRecords, domains, jobs, orderLines, outbox, zoneMoves } from "~/db/schema";

type DomainFields = Partial<typeof domains.$inferInsert>;

const earlier = alias(outbox, "earlier");

/** Queries that change domains, and reads for background work. Times in ms. */
export function createManageRepo(db: Database) {
	const { orm } = db;
	return {
		/** Stale unless the domain is the owner's, its status is as it was read, and `guard` holds. */
		update: (
			owner: Owner,
			{ id, status, updatedAt }: Pick<typeof domains.$inferSelect, "id" | "status" | "updatedAt">,
			fields: DomainFields,
			{ guard, now }: { guard?: "unlocked" | "unchanged" | undefined; now: number },
		): Change =>
			guarded(
				orm
					.update(domains)
					.set({ ...fields, updatedAt: now })
					.where(
						and(
							eq(domains.id, id),
							ownedBy(domains.userId, owner, now),
							eq(domains.status, status),
							guard === "unlocked" ? eq(domains.locked, false) : undefined,
							guard === "unchanged" ? eq(domains.updatedAt, updatedAt) : undefined,
						),
					),
			),

		/** Does not check the owner: combine it with `update`. */
		deleteRecords: (domainId: string): Change =>
			write(
				orm.delete(dnsRecords).where(eq(dnsRecords.domainId, domainId)),
				orm.delete(dnsChanges).where(eq(dnsChanges.domainId, domainId)),
			),

		/** For background work. Does not check the owner. */
		async domain(domainId: string) {
			const columns = { ...getTableColumns(domains), heldByAnother: heldByAnother(db) };
			const [domain] = await db.read(orm.select(columns).from(domains).where(eq(domains.id, domainId)));
			return domain;
		},

		/** Whether the zone is on its way to another DNS service. */
		async isZoneMoving(domainId: string): Promise<boolean> {
			const found = orm.select({ id: zoneMoves.domainId }).from(zoneMoves).where(eq(zoneMoves.domainId, domainId));
			return (await db.read(found)).length > 0;
		},

		/** Jobs of a domain's registration or transfer, oldest first. */
		jobs: (owner: Owner, domainId: string, now: number) =>
			db.read(
				orm
					.select({
						kind: jobs.kind,
						state: jobs.state,
						note: jobs.note,
						message: jobs.message,
						needs: jobs.needs,
						orderId: jobs.orderId,
						at: jobs.updatedAt,
					})
					.from(jobs)
					.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
					.innerJoin(domains, eq(domains.orderLineId, orderLines.id))
					.where(and(eq(domains.id, domainId), ownedBy(domains.userId, owner, now)))
					.orderBy(asc(jobs.createdAt)),
			),

		setDelegation: (domainId: string, delegation: "live" | "pending"): Change =>
			write(orm.update(domains).set({ delegation }).where(eq(domains.id, domainId))),

		/** The registrar has the settings. Stale if the domain has changed since it was read. */
		setLive: ({ id, updatedAt }: Pick<typeof domains.$inferSelect, "id" | "updatedAt">): Change =>
			guarded(
				orm
					.update(domains)
					.set({ delegation: "live" })
					.where(and(eq(domains.id, id), eq(domains.updatedAt, updatedAt))),
			),

		/** Whether a change of the domain that is newer than this event has not reached its registrar either. */
		async hasNewerSync(domainId: string, eventId: string): Promise<boolean> {
			const since = orm.select({ createdAt: earlier.createdAt }).from(earlier).where(eq(earlier.id, eventId));
			const found = orm
				.select({ id: outbox.id })
				.from(outbox)
				.where(
					and(
						inArray(outbox.state, ["new", "sending", "dead"]),
						// The range makes SQLite use the index with the time.
						...[gt(outbox.nextAt, 0), eq(outbox.kind, "domain.sync"), ne(outbox.id, eventId)],
						...[sql`${outbox.payload} ->> '$.domainId' = ${domainId}`, gte(outbox.createdAt, sql`(${since})`)],
					),
				)
				.limit(1);
			return (await db.read(found)).length > 0;
		},
	};
}
