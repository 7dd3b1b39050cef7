import { and, eq, inArray, sql } from "drizzle-orm";
import { logged } from "../../db/activity-log.server";
import type { Database } from "../../db/client.server";
import { notice } from "../../db/notice.server";
import { enqueue } from "../../db/outbox.server";
import { domains, hostingPlans, invoices, jobs, orders } from "../../db/schema";
import type { FulfilmentPlan } from "./fulfilment-plan";
import { invoiceStates, orderStates } from "./order-state";

/** `number` is null while the batch that gives it is still being written. */
interface InvoiceToSettle {
	readonly id: string;
	readonly number: string | null;
	readonly orderId: string | null;
	readonly userId: string;
	/** As it was read: money that was counted with another sum pays nothing. */
	readonly creditUsed: number;
	/** Who paid it: the customer, or the schedule on the customer's word. */
	readonly actor: "customer" | "system";
}

/** Of a registration that nobody has changed yet. */
const untouched = {
	autoRenew: true,
	locked: true,
	privacy: true,
	ssl: false,
	delegation: "live",
	registeredAt: null,
	expiresAt: null,
	glue: null,
	contacts: null,
	forwards: null,
} as const;

/**
 * What being paid means, as statements of one batch: the invoice and its order are paid, the work is queued, the
 * customer hears of it. Undone as a whole when the invoice is not open any more, or more credit was used for it.
 */
export function paidStatements(db: Database, invoice: InvoiceToSettle, plan: FulfilmentPlan | null, now: number) {
	const { orm } = db;
	const receipt = enqueue(
		db,
		{
			kind: "mail.receipt",
			payload: { invoiceId: invoice.id },
			userId: invoice.userId,
			dedupeKey: `mail.receipt:${invoice.id}`,
		},
		now,
	);
	const work = (plan?.jobs ?? []).map((job) =>
		enqueue(
			db,
			{ kind: "job.run", payload: { jobId: job.id }, userId: invoice.userId, dedupeKey: `job.run:${job.id}:0` },
			now,
		),
	);
	const message = invoice.number ? `Invoice ${invoice.number} was paid` : "There was nothing to pay";

	const statements = [
		orm
			.update(invoices)
			.set({ state: "paid", paidAt: now })
			.where(
				and(
					eq(invoices.id, invoice.id),
					inArray(invoices.state, invoiceStates.sources("paid")),
					eq(invoices.creditUsed, invoice.creditUsed),
				),
			),
		db.mustChange(),
		...(invoice.orderId
			? [
					orm
						.update(orders)
						.set({ state: "paid", paidAt: now })
						.where(and(eq(orders.id, invoice.orderId), inArray(orders.state, orderStates.sources("paid")))),
					db.mustChange(),
				]
			: []),
		...(plan?.domains ?? []).map((domain) =>
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
		...(plan?.hosting ?? []).map((hosting) => orm.insert(hostingPlans).values(hosting)),
		...(plan?.jobs ?? []).map((job) => orm.insert(jobs).values(job).onConflictDoNothing()),
		...work.map(({ statement }) => statement),
		receipt.statement,
		logged(
			db,
			{ actor: invoice.actor, kind: "invoice.paid", message, subjectId: invoice.id },
			{ userId: invoice.userId },
			now,
		),
		notice(
			db,
			{
				userId: invoice.userId,
				kind: "invoice.paid",
				title: invoice.number ? "Payment received" : "Order confirmed",
				body: invoice.orderId ? `${message}. We are setting up your order.` : `${message}.`,
				href: invoice.orderId ? `/orders/${invoice.orderId}` : `/dashboard/invoices/${invoice.id}`,
				dedupeKey: `invoice.paid:${invoice.id}`,
			},
			now,
		),
	];
	return { statements, effects: [...work.map(({ id }) => id), receipt.id] };
}
