import { and, eq, inArray, sql } from "drizzle-orm";
import { logged } from "~/db/activity-log.server";
import type { Database, Statement } from "~/db/client.server";
import { notice } from "~/db/notice.server";
import { enqueue } from "~/db/outbox.server";
import { domains, hostingPlans, invoices, jobs, orders } from "~/db/schema";
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
	registryId: null,
	registeredAt: null,
	expiresAt: null,
	glue: null,
	contacts: null,
	forwards: null,
} as const;

/**
 * What being paid means, as statements of one batch: the invoice and its order are paid, the work is queued, the
 * customer hears of it. Undone as a whole when the invoice is not open any more, or more credit was used for it.
 * `effects` to dispatch after the batch.
 */
export function paidStatements(db: Database, invoice: InvoiceToSettle, plan: FulfilmentPlan | null, now: number) {
	const { id: invoiceId, userId } = invoice;
	const receipt = enqueue(
		db,
		{ kind: "mail.receipt", payload: { invoiceId }, userId, dedupeKey: `mail.receipt:${invoiceId}` },
		now,
	);
	const work = (plan?.jobs ?? []).map(({ id: jobId }) =>
		enqueue(db, { kind: "job.run", payload: { jobId }, userId, dedupeKey: `job.run:${jobId}:0` }, now),
	);
	return {
		statements: [
			...bothPaid(db, invoice, now),
			...(plan ? planned(db, plan) : []),
			...work.map(({ statement }) => statement),
			receipt.statement,
			...told(db, invoice, now),
		],
		effects: [...work.map(({ id }) => id), receipt.id],
	};
}

/** The invoice, and the order that it is for. */
function bothPaid(db: Database, { id, orderId, creditUsed }: InvoiceToSettle, now: number): Statement[] {
	const { orm } = db;
	const open = [inArray(invoices.state, invoiceStates.sources("paid")), eq(invoices.creditUsed, creditUsed)];
	const invoice = orm
		.update(invoices)
		.set({ state: "paid", paidAt: now })
		.where(and(eq(invoices.id, id), ...open));
	if (!orderId) return [invoice, db.mustChange()];
	const order = orm
		.update(orders)
		.set({ state: "paid", paidAt: now })
		.where(and(eq(orders.id, orderId), inArray(orders.state, orderStates.sources("paid"))));
	return [invoice, db.mustChange(), order, db.mustChange()];
}

/** The names and plans that are being set up, and the work that sets them up. */
const planned = ({ orm }: Database, plan: FulfilmentPlan): Statement[] => [
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
];

/** The customer finds it in the log and behind the bell. */
function told(db: Database, { id, number, orderId, userId, actor }: InvoiceToSettle, now: number): Statement[] {
	const message = number ? `Invoice ${number} was paid` : "There was nothing to pay";
	const bell = {
		userId,
		kind: "invoice.paid",
		title: number ? "Payment received" : "Order confirmed",
		body: orderId ? `${message}. We are setting up your order.` : `${message}.`,
		href: orderId ? `/orders/${orderId}` : `/dashboard/invoices/${id}`,
		dedupeKey: `invoice.paid:${id}`,
	};
	return [logged(db, { actor, kind: "invoice.paid", message, subjectId: id }, { userId }, now), notice(db, bell, now)];
}
