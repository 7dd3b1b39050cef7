import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { heldByAnother } from "~/db/held-by-another";
import { type Owner, ownedBy } from "~/db/owner";
import { dnsChanges, dnsRecords, domains, jobs, orderLines, zoneMoves } from "~/db/schema";

type DomainFields = Partial<typeof domains.$inferInsert>;

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
	};
}
