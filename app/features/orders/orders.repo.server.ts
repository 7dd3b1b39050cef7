import { and, asc, desc, eq, inArray, isNotNull, lte, ne, notExists, type SQL, sql, sum } from "drizzle-orm";
import { type Change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { domains, type Invoice, invoices, jobs, ledgerEntries, orderLines, orders, payments, users } from "~/db/schema";
import type { ContactDetails } from "./contact-details";
import type { JobState } from "./job";
import { orderStates } from "./order-state";

type NewOrder = typeof orders.$inferInsert;
type NewLine = typeof orderLines.$inferInsert;

/** An unpaid order, with what is told about it once it is cancelled. */
export interface CancellableOrder {
	readonly id: string;
	readonly userId: string;
	readonly invoice: { readonly number: string; readonly creditUsed: number };
}

export type OrdersRepo = ReturnType<typeof createOrdersRepo>;

/** Orders with their lines, invoices and jobs. */
export function createOrdersRepo(db: Database) {
	const { orm } = db;

	/** An order with everything its page shows; one round trip. `overpaid`: what came in for it and was not needed. */
	async function load(where: SQL | undefined) {
		const matching = orm.select({ id: orders.id }).from(orders).where(where);
		const billed = orm.select({ id: invoices.id }).from(invoices).where(inArray(invoices.orderId, matching));
		const [found, lines, work, bills, tooMuch] = await Promise.all([
			db.read(orm.select().from(orders).where(where)),
			db.read(
				orm.select().from(orderLines).where(inArray(orderLines.orderId, matching)).orderBy(asc(orderLines.position)),
			),
			db.read(orm.select().from(jobs).where(inArray(jobs.orderId, matching))),
			db.read(orm.select().from(invoices).where(inArray(invoices.orderId, matching))),
			db.read(
				orm
					.select({ amount: sum(ledgerEntries.amount).mapWith(Number).as("too_much") })
					.from(ledgerEntries)
					.where(
						and(
							inArray(ledgerEntries.invoiceId, billed),
							eq(ledgerEntries.kind, "credit"),
							isNotNull(ledgerEntries.paymentId),
						),
					),
			),
		]);
		const [order] = found;
		const [invoice] = bills;
		const overpaid = tooMuch[0]?.amount ?? 0;
		return order && invoice ? { order, lines, jobs: work, invoice, overpaid } : undefined;
	}

	const cancelled = (which: SQL, now: number) =>
		orm
			.update(orders)
			.set({ state: "cancelled", cancelledAt: now })
			.where(and(which, inArray(orders.state, orderStates.sources("cancelled"))));

	return {
		/** The order that an earlier request with this key made. */
		async findByKey(userId: string, idempotencyKey: string) {
			const where = and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey));
			const mine = orm.select({ id: orders.id }).from(orders).where(where);
			const [made, bills] = await Promise.all([
				db.read(orm.select({ id: orders.id, requestHash: orders.requestHash }).from(orders).where(where)),
				db.read(orm.select({ invoiceId: invoices.id }).from(invoices).where(inArray(invoices.orderId, mine))),
			]);
			const [order] = made;
			const [invoice] = bills;
			return order && invoice ? { ...order, ...invoice } : undefined;
		},

		/** Of these names, the ones the customer already holds or is about to. */
		async heldNames(userId: string, names: readonly string[]): Promise<string[]> {
			if (names.length === 0) return [];
			const held = and(
				eq(domains.userId, userId),
				inArray(domains.name, [...names]),
				sql`${domains.status} <> 'released'`,
			);
			return (await db.read(orm.select({ name: domains.name }).from(domains).where(held))).map(({ name }) => name);
		},

		/** Of an unpaid order, the new names that its customer got otherwise since: paid for now, they could not be had. */
		async alreadyOwnedNames(orderId: string): Promise<string[]> {
			const held = and(
				eq(domains.userId, orders.userId),
				eq(domains.name, orderLines.domain),
				sql`${domains.status} <> 'released'`,
			);
			const rows = await db.read(
				orm
					.select({ name: domains.name })
					.from(orders)
					.innerJoin(orderLines, eq(orderLines.orderId, orders.id))
					.innerJoin(domains, held)
					.where(and(eq(orders.id, orderId), inArray(orderLines.kind, ["registration", "transfer"]))),
			);
			return rows.map(({ name }) => name);
		},

		/** Put it first: a second request with the same key is a duplicate, whatever else has changed. */
		insertOrder: (order: NewOrder) => unique("orders.idempotency_key", write(orm.insert(orders).values(order))),
		// One statement per line: D1 binds at most 100 values in a statement.
		insertLines: (lines: readonly NewLine[]) => write(...lines.map((line) => orm.insert(orderLines).values(line))),

		/** What the account did not know of its customer yet: the payment page and the next checkout start with it. */
		rememberContact: (userId: string, { phone, company }: ContactDetails) =>
			write(
				orm
					.update(users)
					.set({
						phone: sql`coalesce(${users.phone}, ${phone})`,
						company: sql`coalesce(${users.company}, ${company ?? null})`,
					})
					.where(eq(users.id, userId)),
			),

		/** Orders that nobody has paid by the day their invoice was due, except where a payment is under way. */
		async overdue(now: number, limit: number) {
			const pendingPayments = orm
				.select({ id: payments.id })
				.from(payments)
				.where(and(eq(payments.invoiceId, invoices.id), eq(payments.state, "pending")));
			return db.read(
				orm
					.select({
						id: orders.id,
						userId: orders.userId,
						invoice: { number: invoices.number, creditUsed: invoices.creditUsed },
					})
					.from(orders)
					.innerJoin(invoices, eq(invoices.orderId, orders.id))
					.where(and(eq(orders.state, "pending_payment"), lte(invoices.dueAt, now), notExists(pendingPayments)))
					.orderBy(asc(invoices.dueAt))
					.limit(limit),
			);
		},

		/** Overtaken unless the order waits for payment. */
		cancel: (orderId: string, now: number): Change => guarded(cancelled(eq(orders.id, orderId), now)),

		/** All that wait for payment. */
		cancelAll: (userId: string, now: number): Change => write(cancelled(eq(orders.userId, userId), now)),

		ownOrder: (owner: Owner, orderId: string, now: number) =>
			load(and(eq(orders.id, orderId), ownedBy(orders.userId, owner, now))),

		/** Jobs that are not done, newest first. */
		unfinishedJobs: (owner: Owner, limit: number, now: number) =>
			db.read(
				orm
					.select({
						id: jobs.id,
						kind: jobs.kind,
						state: sql<Exclude<JobState, "done">>`${jobs.state}`.as("state"),
						message: jobs.message,
						attempts: jobs.attempts,
						orderId: jobs.orderId,
						updatedAt: jobs.updatedAt,
						name: orderLines.name,
						domain: orderLines.domain,
					})
					.from(jobs)
					.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
					.where(and(ownedBy(jobs.userId, owner, now), ne(jobs.state, "done")))
					.orderBy(desc(jobs.createdAt), desc(jobs.id))
					.limit(limit),
			),

		/** Without an owner: for work that no customer asked for directly. */
		anyOrder: (orderId: string) => load(eq(orders.id, orderId)),

		/** The phone that the invoice's order was placed with. */
		async payerPhone(owner: Owner, invoiceId: string, now: number): Promise<string | null> {
			const orderId = orm.select({ id: invoices.orderId }).from(invoices).where(eq(invoices.id, invoiceId));
			const where = and(inArray(orders.id, orderId), ownedBy(orders.userId, owner, now));
			const [order] = await db.read(orm.select({ contact: orders.contact }).from(orders).where(where));
			return order?.contact.phone ?? null;
		},

		async findInvoice(invoiceId: string): Promise<Invoice | undefined> {
			return (await db.read(orm.select().from(invoices).where(eq(invoices.id, invoiceId))))[0];
		},

		async ownInvoice(owner: Owner, invoiceId: string, now: number): Promise<Invoice | undefined> {
			const where = and(eq(invoices.id, invoiceId), ownedBy(invoices.userId, owner, now));
			return (await db.read(orm.select().from(invoices).where(where)))[0];
		},
	};
}
