import { and, asc, eq, inArray, isNotNull, lte, notExists, type SQL, sql, sum } from "drizzle-orm";
import { change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { returnCredit } from "~/db/credit.server";
import { type Owner, ownedBy } from "~/db/owner";
import {
	domains,
	type Invoice,
	invoiceLines,
	invoiceSequences,
	invoices,
	jobs,
	ledgerEntries,
	orderLines,
	orders,
	payments,
	users,
} from "~/db/schema";
import type { ContactDetails } from "./contact-details";
import { invoicePrefix } from "~/features/invoices/invoice-number";

type NewOrder = typeof orders.$inferInsert;
type NewInvoice = Omit<typeof invoices.$inferInsert, "number">;
type NewLine = typeof orderLines.$inferInsert;
export type NewInvoiceLine = typeof invoiceLines.$inferInsert;

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
		async overtakenNames(orderId: string): Promise<string[]> {
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

		/**
		 * The invoice with the next number of its year, taken and used in one batch: no number is skipped or given
		 * twice.
		 */
		insertInvoice(invoice: NewInvoice, lines: readonly NewInvoiceLine[], year: number) {
			const last = sql`(select ${invoiceSequences.last} from ${invoiceSequences} where ${invoiceSequences.year} = ${year})`;
			return write(
				orm
					.insert(invoiceSequences)
					.values({ year, last: 1 })
					.onConflictDoUpdate({ target: invoiceSequences.year, set: { last: sql`${invoiceSequences.last} + 1` } }),
				orm
					.insert(invoices)
					.values({ ...invoice, number: sql<string>`${invoicePrefix + year} || printf('%06d', ${last})` }),
				...lines.map((line) => orm.insert(invoiceLines).values(line)),
			);
		},

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
			const underWay = orm
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
					.where(and(eq(orders.state, "pending_payment"), lte(invoices.dueAt, now), notExists(underWay)))
					.orderBy(asc(invoices.dueAt))
					.limit(limit),
			);
		},

		/** Cancels an unpaid order with its invoice; credit that was used for it is credit again. */
		cancel: (orderId: string, now: number) =>
			change(
				guarded(
					orm
						.update(orders)
						.set({ state: "cancelled", cancelledAt: now })
						.where(and(eq(orders.id, orderId), eq(orders.state, "pending_payment"))),
				),
				returnCredit(db, eq(invoices.orderId, orderId), now),
				write(
					orm
						.update(invoices)
						.set({ state: "void" })
						.where(and(eq(invoices.orderId, orderId), eq(invoices.state, "open"))),
				),
			),

		ownOrder: (owner: Owner, orderId: string, now: number) =>
			load(and(eq(orders.id, orderId), ownedBy(orders.userId, owner, now))),

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
