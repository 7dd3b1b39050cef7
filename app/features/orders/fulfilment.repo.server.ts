import { and, eq, inArray, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { domains, hostingPlans, invoices, jobs, orders } from "~/db/schema";
import type { FulfilmentPlan } from "./fulfilment-plan.server";
import { invoiceStates, orderStates } from "./order-state";

export interface InvoiceToSettle {
	readonly id: string;
	readonly orderId: string | null;
	/** As it was read: money that was counted with another sum pays nothing. */
	readonly creditUsed: number;
}

/** Of a registration that nobody has changed yet. */
const untouched = {
	autoRenew: true,
	locked: true,
	privacy: true,
	ssl: false,
	delegation: "live",
	registryId: null,
	registeredAt: null,
	expiresAt: null,
	glue: null,
	contacts: null,
	forwards: null,
} as const;

/** What payment changes about an invoice and its order. */
export function createFulfilmentRepo({ orm }: Database) {
	return {
		/** The invoice and its order. Overtaken if the invoice is not open any more, or more credit was used for it. */
		setPaid({ id, orderId, creditUsed }: InvoiceToSettle, now: number): Change {
			const open = [inArray(invoices.state, invoiceStates.sources("paid")), eq(invoices.creditUsed, creditUsed)];
			const invoice = orm
				.update(invoices)
				.set({ state: "paid", paidAt: now })
				.where(and(eq(invoices.id, id), ...open));
			if (!orderId) return guarded(invoice);
			const order = orm
				.update(orders)
				.set({ state: "paid", paidAt: now })
				.where(and(eq(orders.id, orderId), inArray(orders.state, orderStates.sources("paid"))));
			return change(guarded(invoice), guarded(order));
		},

		/** The names and plans that are being set up, and the work that sets them up. */
		plan: (plan: FulfilmentPlan): Change =>
			write(
				...plan.domains.map((domain) =>
					// A name that the customer once held and gave up keeps its row, and nothing else of that time.
					orm
						.insert(domains)
						.values(domain)
						.onConflictDoUpdate({
							target: [domains.userId, domains.name],
							set: { ...untouched, ...domain, id: sql`${domains.id}`, createdAt: sql`${domains.createdAt}` },
							setWhere: eq(domains.status, "released"),
						}),
				),
				...plan.hosting.map((hosting) => orm.insert(hostingPlans).values(hosting)),
				...plan.jobs.map((job) => orm.insert(jobs).values(job).onConflictDoNothing()),
			),
	};
}
