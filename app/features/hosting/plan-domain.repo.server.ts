import { and, asc, eq, gte, isNotNull, isNull, like, ne, notExists, or, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { holdsName } from "~/db/holds-name";
import { keyset } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import { domains, type HostingPlan, hostingPlans } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import type { Cursor } from "~/lib/page";
import { runByStaffPrefixes } from "./hosting-facts";
import { recordChecksMs } from "./plan-domain";

export type PlanDomainRepo = ReturnType<typeof createPlanDomainRepo>;

/** A plan whose TXT record is looked for. */
export interface RecordCheck {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	readonly domain: string;
	readonly createdAt: number;
	readonly domainCheckedAt: number | null;
}

/** A check may come this much early, because the hourly runs do not start at exactly the same second. */
const earlyMs = 30 * MINUTE;

const others = alias(hostingPlans, "others");

/**
 * Another running plan of the same customer and kind that has the domain. A plan with a website and one with mailboxes can
 * share a domain.
 */
const usesDomain = (domain: SQLWrapper | string) =>
	and(
		eq(others.domain, domain),
		eq(others.userId, hostingPlans.userId),
		eq(others.type, hostingPlans.type),
		ne(others.id, hostingPlans.id),
		ne(others.status, "terminated"),
	);

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
		/** The name of the customer's other plan that the domain is connected to. */
		usedBy: sql<string | null>`${orm
			.select({ name: others.name })
			.from(others)
			.where(and(usesDomain(hostingPlans.domain), isNotNull(others.domainProvenAt)))
			.limit(1)}`.as("used_by"),
	};
	// The plus keeps SQLite from the index of the status, which has nearly all plans.
	const unconnected = () =>
		and(sql`+${hostingPlans.status} = 'active'`, isNotNull(hostingPlans.domain), isNull(hostingPlans.domainProvenAt));

	return {
		/** The owner's active plan. Undefined if it has no domain or the domain is already connected. */
		async find(owner: Owner, id: string, now: number) {
			const where = and(eq(hostingPlans.id, id), ownedBy(hostingPlans.userId, owner, now), unconnected());
			return (await db.read(orm.select(columns).from(hostingPlans).where(where)))[0];
		},

		/** The owner's other plans that `usesDomain` finds for this plan. */
		async plansUsing(owner: Owner, id: string, domain: string, now: number) {
			const { id: otherId, userId, name, domainProvenAt } = others;
			return db.read(
				orm
					.select({
						id: otherId,
						userId,
						name,
						domainProvenAt,
						planName: sql<string>`${hostingPlans.name}`.as("plan_name"),
					})
					.from(hostingPlans)
					.innerJoin(others, usesDomain(domain))
					.where(and(eq(hostingPlans.id, id), ownedBy(hostingPlans.userId, owner, now))),
			);
		},

		/** Takes the domain from a plan. Stale if the plan has another one, or its proof has changed since it was read. */
		release: ({ id, domainProvenAt }: Pick<HostingPlan, "id" | "domainProvenAt">, domain: string, now: number) =>
			guarded(
				orm
					.update(hostingPlans)
					.set({ domain: null, domainProvenAt: null, domainPendingSince: now, updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							eq(hostingPlans.domain, domain),
							sql`${hostingPlans.domainProvenAt} is ${domainProvenAt}`,
						),
					),
			),

		/**
		 * Sets the domain of a plan. Stale if it has a proven one, is not active or is not the owner's, or if another plan of
		 * the owner has the domain.
		 */
		choose: (owner: Owner, id: string, domain: string, now: number) =>
			guarded(
				orm
					.update(hostingPlans)
					.set({
						domain,
						resources: sql`case when ${hostingPlans.resources} ->> '$.domains.used' = 0
							then json_set(${hostingPlans.resources}, '$.domains.used', 1) else ${hostingPlans.resources} end`,
						updatedAt: now,
					})
					.where(
						and(
							eq(hostingPlans.id, id),
							ownedBy(hostingPlans.userId, owner, now),
							eq(hostingPlans.status, "active"),
							isNull(hostingPlans.domainProvenAt),
							notExists(orm.select({ id: others.id }).from(others).where(usesDomain(domain))),
						),
					),
			),

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

		/**
		 * Stale if the plan has changed, if another plan has the domain or, with `isHeld`, if the customer no longer holds the
		 * domain here.
		 */
		connect: ({ id, userId, domain }: { id: string; userId: string; domain: string }, isHeld: boolean, now: number) =>
			guarded(
				orm
					.update(hostingPlans)
					.set({ domainProvenAt: now, domainPendingSince: now, updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							eq(hostingPlans.domain, domain),
							unconnected(),
							notExists(
								orm
									.select({ id: others.id })
									.from(others)
									.where(
										and(
											isNotNull(others.domainProvenAt),
											or(and(eq(others.domain, domain), ne(others.userId, userId)), usesDomain(domain)),
										),
									),
							),
							isHeld ? held() : undefined,
						),
					),
			),

		/** Also ends the record checks: the record of an earlier holder must not win the domain back. */
		disconnect: (id: string, now: number) =>
			write(
				orm
					.update(hostingPlans)
					.set({
						domainProvenAt: null,
						domainPendingSince: now,
						domainCheckedAt: sql`max(${now}, ${hostingPlans.createdAt} + ${recordChecksMs})`,
						updatedAt: now,
					})
					.where(eq(hostingPlans.id, id)),
			),

		/**
		 * Plans whose record is to be looked for now, oldest check first: every hour on the first day, every 3 hours until
		 * day 3, every 6 hours until day 14, and a last time after that. Leaves out domains that the customer holds here.
		 */
		listDueChecks(now: number, except: readonly string[], limit: number): Promise<RecordCheck[]> {
			const { id, userId, name, createdAt, domainCheckedAt } = hostingPlans;
			const interval = sql`case when ${createdAt} > ${now - DAY} then ${HOUR} when ${createdAt} > ${now - 3 * DAY} then ${3 * HOUR}
				when ${createdAt} > ${now - recordChecksMs} then ${6 * HOUR} else 0 end`;
			return db.read(
				orm
					.select({ id, userId, name, domain: columns.domain, createdAt, domainCheckedAt })
					.from(hostingPlans)
					.where(
						and(
							// The condition of the index `hosting_domain_checks`, without parameters, so that SQLite uses it.
							sql`+${hostingPlans.status} = 'active' and ${hostingPlans.domain} is not null and ${hostingPlans.domainProvenAt} is null
								and coalesce(${domainCheckedAt}, 0) < ${createdAt} + ${sql.raw(String(recordChecksMs))}`,
							sql`coalesce(${domainCheckedAt}, 0) <= ${now + earlyMs} - ${interval}`,
							sql`not ${held()}`,
							sql`${id} not in (select value from json_each(${JSON.stringify(except)}))`,
						),
					)
					.orderBy(asc(domainCheckedAt), asc(id))
					.limit(limit),
			);
		},

		/** Leaves out plans that were connected since they were read. */
		markChecked: (ids: readonly string[], now: number) =>
			write(
				orm
					.update(hostingPlans)
					.set({ domainCheckedAt: now })
					.where(and(sql`${hostingPlans.id} in (select value from json_each(${JSON.stringify(ids)}))`, unconnected())),
			),

		/** A plan whose domain the panel has not confirmed. Undefined if there is nothing to send, or the plan has ended. */
		async pending(id: string) {
			const where = and(
				eq(hostingPlans.id, id),
				isNotNull(hostingPlans.domainPendingSince),
				ne(hostingPlans.status, "terminated"),
			);
			return (await db.read(orm.select().from(hostingPlans).where(where)))[0];
		},

		/** Other plans that lost the domain, and where the panel may still have it. */
		async pendingRemovals({ id, domain }: Pick<HostingPlan, "id" | "domain">): Promise<string[]> {
			if (domain === null) return [];
			const where = and(
				eq(hostingPlans.domain, domain),
				ne(hostingPlans.id, id),
				isNull(hostingPlans.domainProvenAt),
				isNotNull(hostingPlans.domainPendingSince),
				ne(hostingPlans.status, "terminated"),
			);
			return (await db.read(orm.select({ id: hostingPlans.id }).from(hostingPlans).where(where))).map((row) => row.id);
		},

		/** The panel has what the plan says. Stale if the plan's domain or its proof has changed since it was read. */
		confirm: ({ id, domain, domainProvenAt, domainPendingSince }: HostingPlan, now: number) =>
			guarded(
				orm
					.update(hostingPlans)
					.set({ domainPendingSince: null, updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							sql`${hostingPlans.domain} is ${domain}`,
							sql`${hostingPlans.domainProvenAt} is ${domainProvenAt}`,
							sql`${hostingPlans.domainPendingSince} is ${domainPendingSince}`,
						),
					),
			),

		/** No panel has to confirm the domain of a plan that staff run. Does nothing for other plans. */
		leaveToStaff: (id: string, now: number) =>
			write(
				orm
					.update(hostingPlans)
					.set({ domainPendingSince: null, updatedAt: now })
					.where(
						and(
							eq(hostingPlans.id, id),
							or(...runByStaffPrefixes.map((prefix) => like(hostingPlans.productId, `${prefix}%`))),
						),
					),
			),

		/** Lets the panel be set again. Stale if another run has confirmed the same domain and proof. */
		reopen: ({ id, domain, domainProvenAt }: HostingPlan, now: number) =>
			guarded(
				orm
					.update(hostingPlans)
					.set({ domainPendingSince: sql`max(${now}, coalesce(${hostingPlans.domainPendingSince}, 0) + 1)` })
					.where(
						and(
							eq(hostingPlans.id, id),
							sql`not (${hostingPlans.domain} is ${domain} and ${hostingPlans.domainProvenAt} is ${domainProvenAt}
								and ${hostingPlans.domainPendingSince} is null)`,
						),
					),
			),

		/** The active plan to which the domain is connected. Undefined if that has changed. */
		async connected(id: string, domain: string): Promise<Pick<HostingPlan, "userId"> | undefined> {
			const { userId } = hostingPlans;
			const where = and(
				eq(hostingPlans.id, id),
				eq(hostingPlans.domain, domain),
				isNotNull(hostingPlans.domainProvenAt),
				eq(hostingPlans.status, "active"),
			);
			return (await db.read(orm.select({ userId }).from(hostingPlans).where(where)))[0];
		},

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
