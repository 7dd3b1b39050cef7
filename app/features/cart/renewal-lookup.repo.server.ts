import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { isPendingRenewal } from "~/db/pending-renewal";
import { isRunningAddon } from "~/db/running-addon";
import { addons, domains, hostingPlans, invoices, orderLines, orders, users } from "~/db/schema";

/** Whether the customer has the plan's domain here as an active domain. */
const isOurs = sql<number>`exists (select 1 from ${domains} where ${domains.userId} = ${hostingPlans.userId}
	and ${domains.name} = ${hostingPlans.domain} and +${domains.status} = 'active')`.mapWith(Boolean);

/** Queries for the domains and plans that a customer can renew. */
export function createRenewalLookupRepo({ orm, read }: Database) {
	return {
		/** The customer's date settings. Undefined if the session is not valid. */
		async customer(owner: Owner, now: number) {
			const [user] = await read(
				orm
					.select({ timezone: users.timezone, language: users.language })
					.from(users)
					.where(ownedBy(users.id, owner, now)),
			);
			return user;
		},

		async domains(owner: Owner, names: readonly string[], now: number) {
			if (names.length === 0) return [];
			return read(
				orm
					.select({
						name: domains.name,
						tld: domains.tld,
						status: domains.status,
						expiresAt: domains.expiresAt,
						registrar: domains.registrar,
						registryId: domains.registryId,
						registeredAt: domains.registeredAt,
					})
					.from(domains)
					.where(and(ownedBy(domains.userId, owner, now), inArray(domains.name, [...names]))),
			);
		},

		async plans(owner: Owner, ids: readonly string[], now: number) {
			if (ids.length === 0) return [];
			return read(
				orm
					.select({
						id: hostingPlans.id,
						productId: hostingPlans.productId,
						name: hostingPlans.name,
						type: hostingPlans.type,
						domain: hostingPlans.domain,
						status: hostingPlans.status,
						price: hostingPlans.price,
						currency: hostingPlans.currency,
						termMonths: hostingPlans.termMonths,
						expiresAt: hostingPlans.expiresAt,
						cancelledAt: hostingPlans.cancelledAt,
						isOurs: isOurs.as("is_ours"),
					})
					.from(hostingPlans)
					.where(and(ownedBy(hostingPlans.userId, owner, now), inArray(hostingPlans.id, [...ids]))),
			);
		},

		/** Running add-ons of these domains and plans. */
		async addons(
			owner: Owner,
			{ names, planIds }: { names: readonly string[]; planIds: readonly string[] },
			now: number,
		) {
			if (names.length + planIds.length === 0) return [];
			return read(
				orm
					.select({
						id: addons.id,
						productId: addons.productId,
						name: addons.name,
						domain: sql<string | null>`${domains.name}`.as("domain_name"),
						planId: addons.planId,
						price: addons.price,
						currency: addons.currency,
						termMonths: addons.termMonths,
						expiresAt: addons.expiresAt,
						cancelledAt: addons.cancelledAt,
					})
					.from(addons)
					.leftJoin(domains, eq(domains.id, addons.domainId))
					.where(
						and(
							ownedBy(addons.userId, owner, now),
							isRunningAddon(now),
							or(inArray(domains.name, [...names]), inArray(addons.planId, [...planIds])),
						),
					),
			);
		},

		/** The names of active domains, which an add-on can be for. */
		async domainNames(owner: Owner, limit: number, now: number) {
			const found = await read(
				orm
					.select({ name: domains.name })
					.from(domains)
					.where(and(ownedBy(domains.userId, owner, now), eq(domains.status, "active")))
					.orderBy(domains.name)
					.limit(limit),
			);
			return found.map(({ name }) => name);
		},

		/** Active plans, which an add-on can be for. */
		runningPlans: (owner: Owner, limit: number, now: number) =>
			read(
				orm
					.select({
						id: hostingPlans.id,
						productId: hostingPlans.productId,
						name: hostingPlans.name,
						domain: hostingPlans.domain,
						type: hostingPlans.type,
						isOurs: isOurs.as("is_ours"),
					})
					.from(hostingPlans)
					.where(
						and(
							ownedBy(hostingPlans.userId, owner, now),
							eq(hostingPlans.status, "active"),
							isNull(hostingPlans.cancelledAt),
						),
					)
					.orderBy(hostingPlans.createdAt)
					.limit(limit),
			),

		pending: (owner: Owner, now: number) =>
			read(
				orm
					.select({
						kind: orderLines.kind,
						domain: orderLines.domain,
						planId: orderLines.planId,
						currentExpiry: orderLines.currentExpiry,
						orderState: orders.state,
						renewsPlan: sql<number>`${orderLines.renewedPlanId} is not null`.mapWith(Boolean).as("renews_plan"),
						invoice: invoices.number,
						invoiceId: sql<string>`${invoices.id}`.as("invoice_id"),
					})
					.from(orders)
					.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
					.innerJoin(invoices, eq(invoices.orderId, orders.id))
					.where(and(ownedBy(orders.userId, owner, now), isPendingRenewal())),
			),
	};
}
