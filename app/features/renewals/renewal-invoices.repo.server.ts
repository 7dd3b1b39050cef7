import { and, asc, eq, exists, gt, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isPendingRenewal } from "~/db/pending-renewal";
import { domains, hostingPlans, orderLines, orders, users } from "~/db/schema";
import { DAY } from "~/lib/durations";

/** How long before the expiry we issue the invoice, in ms. `year`: domains and yearly plans. `month`: monthly plans. */
const invoicedBefore = { year: 30 * DAY, month: 7 * DAY } as const;

export type DueDomain = Awaited<ReturnType<ReturnType<typeof createRenewalInvoicesRepo>["domains"]>>[number];
export type DuePlan = Awaited<ReturnType<ReturnType<typeof createRenewalInvoicesRepo>["plans"]>>[number];

/** Queries for domains and plans of all customers that renew automatically and end soon. Do not check an owner. */
export function createRenewalInvoicesRepo(db: Database) {
	const { orm } = db;

	/** Whether the renewal is not ordered yet and was not invoiced for this expiry before. */
	function notInvoiced(userId: SQL, subject: SQL, renewed: SQL | undefined) {
		const lines = orm
			.select({ one: sql`1` })
			.from(orders)
			.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
			.where(and(sql`${orders.userId} = ${userId}`, isPendingRenewal(), subject));
		const before = orm
			.select({ one: sql`1` })
			.from(orders)
			.where(and(sql`${orders.userId} = ${userId}`, renewed));
		return and(not(exists(lines)), not(exists(before)));
	}

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
		domains: (now: number, limit: number) =>
			db.read(
				orm
					.select({
						...customer,
						id: sql<string>`${domains.id}`.as("domain_id"),
						name: domains.name,
						expiresAt: end(domains),
					})
					.from(domains)
					.innerJoin(users, eq(users.id, domains.userId))
					.where(
						and(
							eq(domains.status, "active"),
							eq(domains.autoRenew, true),
							gt(domains.expiresAt, now),
							lte(domains.expiresAt, now + invoicedBefore.year),
							eq(users.status, "active"),
							notInvoiced(
								sql`${domains.userId}`,
								sql`${orderLines.kind} = 'renewal' and ${orderLines.domain} = ${domains.name}`,
								and(eq(orders.renewedDomainId, domains.id), eq(orders.renewedExpiry, domains.expiresAt)),
							),
						),
					)
					.orderBy(asc(domains.expiresAt))
					.limit(limit),
			),

		plans: (now: number, limit: number) =>
			db.read(
				orm
					.select({
						...customer,
						id: sql<string>`${hostingPlans.id}`.as("plan_id"),
						name: hostingPlans.name,
						productId: hostingPlans.productId,
						termMonths: hostingPlans.termMonths,
						expiresAt: end(hostingPlans),
					})
					.from(hostingPlans)
					.innerJoin(users, eq(users.id, hostingPlans.userId))
					.where(
						and(
							eq(hostingPlans.status, "active"),
							isNull(hostingPlans.cancelledAt),
							gt(hostingPlans.expiresAt, now),
							sql`${hostingPlans.expiresAt} <= ${now} + case when ${hostingPlans.termMonths} >= 12
								then ${invoicedBefore.year} else ${invoicedBefore.month} end`,
							eq(users.status, "active"),
							notInvoiced(
								sql`${hostingPlans.userId}`,
								sql`${orderLines.planId} = ${hostingPlans.id}`,
								and(eq(orders.renewedPlanId, hostingPlans.id), eq(orders.renewedExpiry, hostingPlans.expiresAt)),
							),
						),
					)
					.orderBy(asc(hostingPlans.expiresAt))
					.limit(limit),
			),
	};
}

const end = (table: typeof domains | typeof hostingPlans) => sql<number>`${table.expiresAt}`.as("ends_at");
