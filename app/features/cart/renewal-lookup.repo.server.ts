import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { isPendingRenewal } from "~/db/pending-renewal";
import { domains, hostingPlans, invoices, orderLines, orders, users } from "~/db/schema";

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
						domain: hostingPlans.domain,
						status: hostingPlans.status,
						price: hostingPlans.price,
						currency: hostingPlans.currency,
						termMonths: hostingPlans.termMonths,
						expiresAt: hostingPlans.expiresAt,
						cancelledAt: hostingPlans.cancelledAt,
					})
					.from(hostingPlans)
					.where(and(ownedBy(hostingPlans.userId, owner, now), inArray(hostingPlans.id, [...ids]))),
			);
		},

		pending: (owner: Owner, now: number) =>
			read(
				orm
					.select({
						kind: orderLines.kind,
						domain: orderLines.domain,
						planId: orderLines.planId,
						currentExpiry: orderLines.currentExpiry,
						orderState: orders.state,
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
