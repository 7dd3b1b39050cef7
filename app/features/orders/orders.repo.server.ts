import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notExists, or, type SQL, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { DueRange } from "~/db/due-range";
import { keysetInRange } from "~/db/keyset";
import { invoicePayments } from "~/db/ledger.server";
import { type Owner, ownedBy } from "~/db/owner";
import { savedQuery } from "~/db/saved-query.server";
import {
	addons,
	domains,
	hostingPlans,
	type Invoice,
	invoices,
	jobs,
	ledgerEntries,
	orderLines,
	orders,
	payments,
	users,
} from "~/db/schema";
import type { BillingAddress } from "~/features/billing-details/billing-address";
import type { ContactDetails } from "./contact-details";
import type { JobState } from "./job";
import { orderStates } from "./order-state";

type NewOrder = typeof orders.$inferInsert;
type NewLine = typeof orderLines.$inferInsert;

/** An unpaid order, with the invoice data for the cancellation email. */
export interface CancellableOrder {
	readonly id: string;
	readonly userId: string;
	readonly invoice: { readonly number: string; readonly creditUsed: number };
}

/** `dueAt` in ms. */
interface OpenInvoice {
	readonly id: string;
	readonly orderId: string | null;
	readonly dueAt: number;
}

/** `dueAt` in ms. */
interface UnpaidOrder extends CancellableOrder {
	readonly dueAt: number;
	readonly hasPendingPayment: boolean;
	/** Whether staff billed work with it, which stays due. */
	readonly isDebt: boolean;
	/** Whether it renews a domain or plan that can still be kept by paying. */
	readonly isRenewable: boolean;
}

export type OrdersRepo = ReturnType<typeof createOrdersRepo>;

const unfinishedJobs = savedQuery((orm, { owner, limit, now }: { owner: Owner; limit: number; now: number }) =>
	orm
		.select({
			id: jobs.id,
			kind: jobs.kind,
			state: sql<Exclude<JobState, "done">>`${jobs.state}`.as("state"),
			note: jobs.note,
			message: jobs.message,
			attempts: jobs.attempts,
			orderId: jobs.orderId,
			updatedAt: jobs.updatedAt,
			name: orderLines.name,
			domain: orderLines.domain,
		})
		.from(jobs)
		.innerJoin(orderLines, eq(orderLines.id, jobs.orderLineId))
		// The condition of the partial index.
		.where(and(ownedBy(jobs.userId, owner, now), sql`${jobs.state} <> 'done'`))
		.orderBy(desc(jobs.createdAt), desc(jobs.id))
		.limit(limit),
);

/** Orders with their lines, invoices and jobs. */
export function createOrdersRepo(db: Database) {
	const { orm } = db;

	/** The plans that the line renews automatically and that are not cancelled. */
	const isRenewedPlan = and(
		eq(hostingPlans.id, orderLines.renewedPlanId),
		eq(hostingPlans.expiresAt, orderLines.renewedExpiry),
		isNull(hostingPlans.cancelledAt),
		isNull(hostingPlans.endedReason),
		inArray(sql`+${hostingPlans.status}`, ["active", "suspended"]),
	);
	const renewedPlan = (except?: string) =>
		orm
			.select({ one: sql`1` })
			.from(orderLines)
			.innerJoin(hostingPlans, isRenewedPlan)
			.where(and(eq(orderLines.orderId, orders.id), except === undefined ? undefined : ne(hostingPlans.id, except)));

	/** The domain that the line renews automatically and that can be renewed. */
	const isRenewedDomain = and(
		eq(domains.id, orderLines.renewedDomainId),
		eq(domains.expiresAt, orderLines.renewedExpiry),
		inArray(sql`+${domains.status}`, ["active", "expired"]),
	);

	/** An order with everything its page shows, in one round trip. `overpaid`: received money that was not needed. */
	async function load(where: SQL | undefined) {
		const matching = orm.select({ id: orders.id }).from(orders).where(where);
		const billed = orm.select({ id: invoices.id }).from(invoices).where(inArray(invoices.orderId, matching));
		const domain = {
			id: domains.id,
			orderLineId: domains.orderLineId,
			status: domains.status,
			expiresAt: domains.expiresAt,
		};
		const created = alias(hostingPlans, "created");
		const createdPlan = orm.select({ id: created.id }).from(created).where(eq(created.orderLineId, orderLines.id));
		const [
			found,
			lines,
			orderJobs,
			orderDomains,
			orderPlans,
			orderAddons,
			invoiceRows,
			overpayments,
			received,
			...renewed
		] = await Promise.all([
			db.read(orm.select().from(orders).where(where)),
			db.read(
				orm.select().from(orderLines).where(inArray(orderLines.orderId, matching)).orderBy(asc(orderLines.position)),
			),
			db.read(orm.select().from(jobs).where(inArray(jobs.orderId, matching))),
			db.read(
				orm
					.select(domain)
					.from(orderLines)
					// CROSS JOIN reads the lines first. Otherwise SQLite reads all domains if most of them have no order.
					.crossJoin(domains)
					.where(and(inArray(orderLines.orderId, matching), eq(domains.orderLineId, orderLines.id))),
			),
			db.read(
				orm
					.select({
						lineId: sql<string>`${orderLines.id}`.as("line_id"),
						id: hostingPlans.id,
						type: hostingPlans.type,
					})
					.from(orderLines)
					.crossJoin(hostingPlans)
					.where(
						and(
							inArray(orderLines.orderId, matching),
							// Not OR, for which SQLite reads every plan of the shop.
							sql`${hostingPlans.id} = coalesce(${orderLines.planId}, (${createdPlan}))`,
							ne(hostingPlans.status, "terminated"),
						),
					),
			),
			db.read(
				orm
					.select({
						lineId: addons.orderLineId,
						domainId: addons.domainId,
						planId: addons.planId,
						planType: hostingPlans.type,
					})
					.from(orderLines)
					.crossJoin(addons)
					.leftJoin(hostingPlans, eq(hostingPlans.id, addons.planId))
					.where(
						and(inArray(orderLines.orderId, matching), eq(addons.orderLineId, orderLines.id), isNull(addons.endedAt)),
					),
			),
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
			db.read(invoicePayments(db, inArray(ledgerEntries.invoiceId, billed))),
			db.read(
				orm
					.select({
						id: hostingPlans.id,
						name: hostingPlans.name,
						type: hostingPlans.type,
						expiresAt: hostingPlans.expiresAt,
					})
					.from(orderLines)
					.crossJoin(hostingPlans)
					.where(and(inArray(orderLines.orderId, matching), isRenewedPlan)),
			),
			db.read(
				orm
					.select({ id: domains.id, name: domains.name, expiresAt: domains.expiresAt })
					.from(orderLines)
					.crossJoin(domains)
					.innerJoin(orders, and(eq(orders.id, orderLines.orderId), eq(orders.userId, domains.userId)))
					.where(and(inArray(orderLines.orderId, matching), isRenewedDomain, eq(domains.autoRenew, true))),
			),
		]);
		const [order] = found;
		const [invoice] = invoiceRows;
		const overpaid = overpayments[0]?.amount ?? 0;
		const [renewedPlans, renewedDomains] = renewed;
		const services = { domains: orderDomains, plans: orderPlans, addons: orderAddons, renewedPlans, renewedDomains };
		const rest = { jobs: orderJobs, ...services, overpaid, payments: received };
		return order && invoice ? { order, lines, invoice, ...rest } : undefined;
	}

	const setCancelled = (which: SQL, now: number) =>
		orm
			.update(orders)
			.set({ state: "cancelled", cancelledAt: now })
			// The plus keeps SQLite from reading all orders in the state.
			.where(and(which, inArray(sql`+${orders.state}`, [...orderStates.sources("cancelled")])));

	return {
		/** The order that an earlier request with this key placed. */
		async findByKey(userId: string, idempotencyKey: string) {
			const where = and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey));
			const mine = orm.select({ id: orders.id }).from(orders).where(where);
			const [orderRows, invoiceRows] = await Promise.all([
				db.read(orm.select({ id: orders.id, requestHash: orders.requestHash }).from(orders).where(where)),
				db.read(orm.select({ invoiceId: invoices.id }).from(invoices).where(inArray(invoices.orderId, mine))),
			]);
			const [order] = orderRows;
			const [invoice] = invoiceRows;
			return order && invoice ? { ...order, ...invoice } : undefined;
		},

		/** Which of these domains the customer already has or is registering. */
		async heldNames(userId: string, names: readonly string[]): Promise<string[]> {
			if (names.length === 0) return [];
			const held = and(
				eq(domains.userId, userId),
				inArray(domains.name, [...names]),
				sql`${domains.status} <> 'released'`,
			);
			return (await db.read(orm.select({ name: domains.name }).from(domains).where(held))).map(({ name }) => name);
		},

		/** New domains of an unpaid order that its customer has since got in another way, so they can't be set up. */
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

		/** Goes first, so that a second request with the same key is a duplicate even if other guards fail. */
		insertOrder: (order: NewOrder) => unique("orders.idempotency_key", write(orm.insert(orders).values(order))),
		// One statement per line: D1 binds at most 100 values in a statement.
		insertLines: (lines: readonly NewLine[]) =>
			unique("order_lines.renewed_expiry", write(...lines.map((line) => orm.insert(orderLines).values(line)))),

		/**
		 * Fills in the account's phone and company if empty, and the billing details unless the customer saved some, for the
		 * payment page and the next checkout.
		 */
		rememberContact: (
			userId: string,
			{ firstName, lastName, phone, company, address, city, postalCode, taxPin = null }: ContactDetails,
		) => {
			const name = company ?? `${firstName} ${lastName}`;
			const place = { address, city, ...(postalCode && { postalCode }) };
			const billing: BillingAddress = { name, ...place, taxPin, fromCheckout: true };
			// Automatic renewals of an account that never ordered have no address.
			const isKept =
				address === ""
					? sql`true`
					: sql`${users.billingAddress} is not null and ${users.billingAddress} ->> '$.fromCheckout' is null`;
			return write(
				orm
					.update(users)
					.set({
						billingAddress: sql`case when ${isKept} then ${users.billingAddress} else ${JSON.stringify(billing)} end`,
						phone: sql`coalesce(${users.phone}, ${phone})`,
						company: sql`coalesce(${users.company}, ${company ?? null})`,
					})
					.where(eq(users.id, userId)),
			);
		},

		/** Open invoices with a due date in this range. */
		overdue:
			(range: DueRange) =>
			(after: OpenInvoice | null, limit: number): Promise<OpenInvoice[]> => {
				const position = after && ([after.dueAt, after.id] as const);
				const { where, orderBy } = keysetInRange(invoices.dueAt, invoices.id, range, position);
				return db.read(
					orm
						.select({ id: invoices.id, orderId: invoices.orderId, dueAt: invoices.dueAt })
						.from(invoices)
						// The state is no parameter, so that SQLite can use the partial index.
						.where(and(sql`${invoices.state} = 'open'`, where))
						.orderBy(...orderBy)
						.limit(limit),
				);
			},

		/** The order if it is unpaid. */
		async unpaid(orderId: string): Promise<UnpaidOrder | undefined> {
			const pendingPayments = orm
				.select({ id: payments.id })
				.from(payments)
				// The plus keeps SQLite from reading all pending payments of the shop.
				.where(and(eq(payments.invoiceId, invoices.id), sql`+${payments.state} = 'pending'`));
			const renewedDomain = orm
				.select({ one: sql`1` })
				.from(orderLines)
				.innerJoin(domains, isRenewedDomain)
				.where(eq(orderLines.orderId, orders.id));
			const [order] = await db.read(
				orm
					.select({
						id: orders.id,
						userId: orders.userId,
						invoice: { number: invoices.number, creditUsed: invoices.creditUsed },
						dueAt: invoices.dueAt,
						isDebt: sql<number>`exists (
							select 1 from ${orderLines} where ${orderLines.orderId} = ${orders.id} and ${orderLines.kind} = 'custom'
						)`
							.mapWith(Boolean)
							.as("is_debt"),
						hasPendingPayment: sql<number>`exists ${pendingPayments}`.mapWith(Boolean).as("has_pending_payment"),
						isRenewable: sql<number>`exists ${renewedPlan()} or exists ${renewedDomain}`
							.mapWith(Boolean)
							.as("is_renewable"),
					})
					.from(orders)
					.innerJoin(invoices, eq(invoices.orderId, orders.id))
					.where(and(eq(orders.id, orderId), eq(orders.state, "pending_payment"))),
			);
			return order;
		},

		/**
		 * Cancels an order and lets the expiries that it would have renewed be invoiced again. Stale unless the order is
		 * `pending_payment`, and while it renews a plan that is not cancelled, because the plan would run without an invoice.
		 * @param replacedPlan one whose renewal is invoiced again
		 */
		cancel: (orderId: string, now: number, replacedPlan?: string): Change =>
			change(
				guarded(setCancelled(sql`${and(eq(orders.id, orderId), notExists(renewedPlan(replacedPlan)))}`, now)),
				write(
					orm
						.update(orderLines)
						.set({ renewedDomainId: null, renewedPlanId: null })
						.where(
							and(
								eq(orderLines.orderId, orderId),
								or(isNotNull(orderLines.renewedDomainId), isNotNull(orderLines.renewedPlanId)),
							),
						),
				),
			),

		/** Cancels all orders in `pending_payment`. */
		cancelAll: (userId: string, now: number): Change => write(setCancelled(eq(orders.userId, userId), now)),

		ownOrder: (owner: Owner, orderId: string, now: number) =>
			load(and(eq(orders.id, orderId), ownedBy(orders.userId, owner, now))),

		/** Jobs that are not done, newest first. */
		unfinishedJobs: (owner: Owner, limit: number, now: number) => db.read(unfinishedJobs({ owner, limit, now })),

		/** Stale if the order is on hold, fulfilled or cancelled. */
		hold: (orderId: string, heldReason: string): Change =>
			guarded(
				orm
					.update(orders)
					.set({ heldReason })
					.where(
						and(eq(orders.id, orderId), isNull(orders.heldReason), inArray(orders.state, ["pending_payment", "paid"])),
					),
			),

		/** Ends a hold. Stale if the order is not on hold. */
		accept: (orderId: string): Change =>
			guarded(
				orm
					.update(orders)
					.set({ heldReason: null })
					.where(and(eq(orders.id, orderId), isNotNull(orders.heldReason))),
			),

		/** Without an owner check, for background work. */
		anyOrder: (orderId: string) => load(eq(orders.id, orderId)),

		/** The phone number from the contact of the invoice's order. */
		async payerPhone(owner: Owner, invoiceId: string, now: number): Promise<string | null> {
			const orderId = orm.select({ id: invoices.orderId }).from(invoices).where(eq(invoices.id, invoiceId));
			const where = and(inArray(orders.id, orderId), ownedBy(orders.userId, owner, now));
			const [order] = await db.read(orm.select({ contact: orders.contact }).from(orders).where(where));
			return order?.contact.phone ?? null;
		},

		async findInvoice(invoiceId: string): Promise<Invoice | undefined> {
			return (await db.read(orm.select().from(invoices).where(eq(invoices.id, invoiceId))))[0];
		},

		async findInvoiceByNumber(number: string): Promise<Invoice | undefined> {
			return (await db.read(orm.select().from(invoices).where(eq(invoices.number, number))))[0];
		},

		/** Stale if the owner's session has ended. */
		whileSignedIn: (owner: Owner, now: number): Change =>
			guarded(
				orm
					.update(users)
					.set({ firstName: sql`${users.firstName}` })
					.where(ownedBy(users.id, owner, now)),
			),

		/** For a statement after the one that issues the invoice. */
		numberOf: (invoiceId: string) =>
			sql<string>`(select ${invoices.number} from ${invoices} where ${invoices.id} = ${invoiceId})`,

		async ownInvoice(owner: Owner, invoiceId: string, now: number): Promise<Invoice | undefined> {
			const where = and(eq(invoices.id, invoiceId), ownedBy(invoices.userId, owner, now));
			return (await db.read(orm.select().from(invoices).where(where)))[0];
		},
	};
}
