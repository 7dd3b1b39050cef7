import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { type Change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { heldByAnother } from "~/db/held-by-another";
import { type Owner, ownedBy } from "~/db/owner";
import { dnsChanges, dnsRecords, domains, jobs, orderLines } from "~/db/schema";

type DomainFields = Partial<typeof domains.$inferInsert>;

/** Changes of registrations, and what the shop itself reads of them. */
export function createManageRepo(db: Database) {
	const { orm } = db;
	return {
		/** Overtaken unless the domain is the owner's, and its status and what `guard` names are as they were read. */
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

		/** For background work, which acts for no customer: hence no owner. */
		async domain(domainId: string) {
			const columns = { ...getTableColumns(domains), heldByAnother: heldByAnother(db) };
			const [domain] = await db.read(orm.select(columns).from(domains).where(eq(domains.id, domainId)));
			return domain;
		},

		/** How far the work on a domain's registration or transfer is. */
		jobs: (owner: Owner, domainId: string, now: number) =>
			db.read(
				orm
					.select({
						kind: jobs.kind,
						state: jobs.state,
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
