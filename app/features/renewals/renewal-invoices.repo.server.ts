import { and, eq, gt, gte, isNull, lte, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { DueRange } from "~/db/due-range";
import { keysetInRange } from "~/db/keyset";
import { domains, hostingPlans, invoices, orderLines, orders, users } from "~/db/schema";

type Repo = ReturnType<typeof createRenewalInvoicesRepo>;
export type DueDomain = NonNullable<Awaited<ReturnType<Repo["domain"]>>>;
export type DuePlan = NonNullable<Awaited<ReturnType<Repo["plan"]>>>;

/** `expiresAt` in ms. */
interface Ending {
	readonly id: string;
	readonly expiresAt: number;
}

/** `dueAt` in ms. */
export interface DueInvoice {
	readonly id: string;
	readonly userId: string;
	readonly dueAt: number;
}

/** Queries for domains and plans of all customers that renew automatically and end soon. Do not check an owner. */
export function createRenewalInvoicesRepo(db: Database) {
	const { orm } = db;

	const linesOf = (renewed: SQL | undefined) => orm.select({ one: sql`1` }).from(orderLines).where(renewed);

	/** Invoices of the domain's or plan's expiry. */
	const ofDomain = linesOf(
		and(eq(orderLines.renewedDomainId, domains.id), eq(orderLines.renewedExpiry, domains.expiresAt)),
	);
	const ofPlan = linesOf(
		and(eq(orderLines.renewedPlanId, hostingPlans.id), eq(orderLines.renewedExpiry, hostingPlans.expiresAt)),
	);

	const invoiced = (found: typeof ofDomain) => sql<number>`exists ${found}`.mapWith(Boolean).as("invoiced");

	const customer = {
		userId: users.id,
		email: users.email,
		firstName: users.firstName,
		lastName: users.lastName,
		phone: users.phone,
		company: users.company,
		country: users.country,
		currency: users.currency,
		billing: users.billingAddress,
		/** Contact of the newest order, as JSON. */
		contact: sql<string | null>`(select o.contact from ${orders} o where o.user_id = ${users.id}
			order by o.created_at desc limit 1)`.as("contact"),
	};

	return {
		/** Open invoices of active customers that are due in this range. */
		dueInvoices:
			(range: DueRange) =>
			(after: DueInvoice | null, limit: number): Promise<DueInvoice[]> => {
				const position = after && ([after.dueAt, after.id] as const);
				const { where, orderBy } = keysetInRange(invoices.dueAt, invoices.id, range, position);
				return db.read(
					orm
						.select({ id: invoices.id, userId: invoices.userId, dueAt: invoices.dueAt })
						.from(invoices)
						.innerJoin(users, eq(users.id, invoices.userId))
						// The state is no parameter, so that the partial index serves.
						.where(and(sql`${invoices.state} = 'open'`, eq(sql`+${users.status}`, "active"), where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** Domains with auto-renew that end in this range. */
		endingDomains:
			(range: DueRange) =>
			(after: Ending | null, limit: number): Promise<Ending[]> => {
				const position = after && ([after.expiresAt, after.id] as const);
				const { where, orderBy } = keysetInRange(domains.expiresAt, domains.id, range, position);
				return db.read(
					orm
						.select({ id: domains.id, expiresAt: end(domains) })
						.from(domains)
						.where(and(eq(domains.status, "active"), eq(domains.autoRenew, true), where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** Plans that renew and end in this range. `yearly`: only those that are paid by the year. */
		endingPlans:
			(range: DueRange, { yearly }: { yearly: boolean }) =>
			(after: Ending | null, limit: number): Promise<Ending[]> => {
				const position = after && ([after.expiresAt, after.id] as const);
				const { where, orderBy } = keysetInRange(hostingPlans.expiresAt, hostingPlans.id, range, position);
				return db.read(
					orm
						.select({ id: hostingPlans.id, expiresAt: end(hostingPlans) })
						.from(hostingPlans)
						.where(
							and(
								eq(hostingPlans.status, "active"),
								isNull(hostingPlans.cancelledAt),
								yearly ? gte(hostingPlans.termMonths, 12) : undefined,
								where,
							),
						)
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/**
		 * The customer's domains and plans that renew automatically, end in this range and are not invoiced. The range is a
		 * day, so few of the customer's rows are read.
		 */
		async endingTogether(userId: string, { from, to }: DueRange, limit: number) {
			const [names, plans] = await Promise.all([
				db.read(
					orm
						.select({ id: domains.id, name: domains.name, expiresAt: end(domains) })
						.from(domains)
						.where(
							and(
								eq(domains.userId, userId),
								gt(domains.expiresAt, from),
								lte(domains.expiresAt, to),
								sql`+${domains.status} = 'active'`,
								eq(domains.autoRenew, true),
								notExists(ofDomain),
							),
						)
						.orderBy(domains.id)
						.limit(limit),
				),
				db.read(
					orm
						.select({
							id: hostingPlans.id,
							name: hostingPlans.name,
							productId: hostingPlans.productId,
							termMonths: hostingPlans.termMonths,
							expiresAt: end(hostingPlans),
						})
						.from(hostingPlans)
						.where(
							and(
								eq(hostingPlans.userId, userId),
								gt(hostingPlans.expiresAt, from),
								lte(hostingPlans.expiresAt, to),
								sql`+${hostingPlans.status} = 'active'`,
								isNull(hostingPlans.cancelledAt),
								notExists(ofPlan),
							),
						)
						.orderBy(hostingPlans.id)
						.limit(limit),
				),
			]);
			return { domains: names, plans };
		},

		async domain(domainId: string) {
			const [found] = await db.read(
				orm
					.select({
						...customer,
						id: sql<string>`${domains.id}`.as("domain_id"),
						name: domains.name,
						expiresAt: end(domains),
						renews: renews(domains, sql`${domains.autoRenew} = 1`),
						invoiced: invoiced(ofDomain),
					})
					.from(domains)
					.innerJoin(users, eq(users.id, domains.userId))
					.where(eq(domains.id, domainId)),
			);
			return found;
		},

		async plan(planId: string) {
			const [found] = await db.read(
				orm
					.select({
						...customer,
						id: sql<string>`${hostingPlans.id}`.as("plan_id"),
						name: hostingPlans.name,
						productId: hostingPlans.productId,
						termMonths: hostingPlans.termMonths,
						expiresAt: end(hostingPlans),
						renews: renews(hostingPlans, isNull(hostingPlans.cancelledAt)),
						invoiced: invoiced(ofPlan),
					})
					.from(hostingPlans)
					.innerJoin(users, eq(users.id, hostingPlans.userId))
					.where(eq(hostingPlans.id, planId)),
			);
			return found;
		},
	};
}

/** Whether it is active, its customer is, and it renews automatically. */
const renews = (table: typeof domains | typeof hostingPlans, automatic: SQL) =>
	sql<number>`${table.status} = 'active' and ${users.status} = 'active' and ${automatic}`.mapWith(Boolean).as("renews");

const end = (table: typeof domains | typeof hostingPlans) => sql<number>`${table.expiresAt}`.as("ends_at");
