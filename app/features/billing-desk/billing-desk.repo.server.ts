import { and, asc, eq, getTableColumns, gte, inArray, isNotNull, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Change, change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keyset, literally } from "~/db/keyset";
import { approvals, auditLog, invoices, orders, payments, staff, staffRoles, users } from "~/db/schema";
import { ownStaffId, staffMay } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { DAY } from "~/lib/durations";
import type { Currency, Money } from "~/lib/money";
import { type Cursor, pageSize } from "~/lib/page";

export interface ListRange {
	/** From this time (ms). */
	readonly from?: number | undefined;
	/** Before this time (ms). */
	readonly before?: number | undefined;
	/** Minor units. */
	readonly amount?: number | undefined;
	readonly after: Cursor | null;
}

const customer = {
	customerId: sql<string>`${users.id}`.as("customer_id"),
	firstName: users.firstName,
	lastName: users.lastName,
	email: users.email,
};

/** Audit entries of money that the shop gave away, or made into credit, by one person's decision. */
const spending = [
	...(["refund.started", "credit.given", "credit.recorded", "credit.paid_back"] as const),
	...(["credit.imported", "credit.assigned", "invoice.written_off"] as const),
] as const;
/** Those, and what someone approved as the second person. */
const spendingTogether = [...spending, "approval.approved"] as const;

/** Lists of invoices, orders and payments for staff, and changes that wait for a second person. */
export function createBillingDeskRepo(db: Database) {
	const { orm } = db;

	const within = (column: SQLiteColumn, { from, before }: ListRange) =>
		and(from === undefined ? undefined : gte(column, from), before === undefined ? undefined : lt(column, before));

	/** Orders on hold are in no other list. A hold ends with the order. */
	const isInState = (state: string | undefined) => {
		if (state === undefined) return undefined;
		const open = ["pending_payment", "paid"] as const;
		if (state === "held") return and(isNotNull(orders.heldReason), inArray(sql`+${orders.state}`, [...open]));
		const isOpen = open.some((one) => one === state);
		return and(literally(orders.state, state), isOpen ? sql`+${orders.heldReason} is null` : undefined);
	};

	/** What someone paid back, gave or recorded as credit, and wrote off within a day, in minor units. */
	const spentToday = (
		staffId: SQL | SQLiteColumn,
		currency: Currency | SQL,
		now: number,
		kinds: readonly string[] = spending,
	): SQL<number> =>
		sql<number>`(
			select coalesce(sum(${auditLog.params} ->> '$.money.amount'), 0) from ${auditLog}
			where ${auditLog.staffId} = ${staffId} and ${auditLog.at} > ${now - DAY}
				and ${auditLog.kind} in (${sql.raw(kinds.map((kind) => `'${kind}'`).join())})
				and ${auditLog.params} ->> '$.money.currency' = ${currency}
		)`;

	/** What two people moved within a day, alone and as the second person. */
	const spentTogether = (people: readonly [SQL, SQL], currency: Currency | SQL, now: number) => {
		const [one, two] = people.map((person) => spentToday(person, currency, now, spendingTogether));
		return sql<number>`${one} + ${two}`;
	};

	/** Stale if what was spent, with the entries of the same commit, is above the limit. Null: no limit. */
	const keep = (
		session: StaffSession,
		spentOf: (currency: Currency) => SQL<number>,
		limit: Money | null,
		now: number,
	): Change =>
		limit === null
			? change()
			: guarded(
					orm
						.update(staff)
						.set({ updatedAt: sql`${staff.updatedAt}` })
						.where(and(eq(staff.id, ownStaffId(session, now)), sql`${spentOf(limit.currency)} <= ${limit.amount}`)),
				);

	return {
		/** Newest first. Open and overdue invoices in the order of their due dates. */
		invoices: (session: StaffSession, state: string | undefined, range: ListRange, now: number, size = pageSize) => {
			const isOpen = state === "open" || state === "overdue";
			const key = isOpen ? invoices.dueAt : invoices.issuedAt;
			const page = keyset(key, invoices.id, isOpen ? "asc" : "desc", range.after);
			const inState = state && literally(invoices.state, isOpen ? "open" : state);
			return db.read(
				orm
					.select({ ...invoiceColumns, ...customer })
					.from(invoices)
					.innerJoin(users, eq(users.id, invoices.userId))
					.where(
						and(
							staffMay(session, "billing.view", now),
							inState || undefined,
							state === "overdue" ? lt(invoices.dueAt, now) : undefined,
							range.amount === undefined ? undefined : eq(invoices.total, range.amount),
							within(invoices.issuedAt, range),
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(size + 1),
			);
		},

		orders: (session: StaffSession, state: string | undefined, range: ListRange, now: number, size = pageSize) => {
			const page = keyset(orders.createdAt, orders.id, "desc", range.after);
			const { requestHash: _, idempotencyKey: _key, contact: _contact, ...columns } = getTableColumns(orders);
			return db.read(
				orm
					.select({
						...columns,
						...customer,
						createdAt: sql<number>`${orders.createdAt}`.as("ordered_at"),
						invoice: sql<string>`${invoices.number}`.as("invoice_number"),
						invoiceId: sql<string>`${invoices.id}`.as("invoice_id"),
					})
					.from(orders)
					.innerJoin(users, eq(users.id, orders.userId))
					.innerJoin(invoices, eq(invoices.orderId, orders.id))
					.where(
						and(staffMay(session, "orders.view", now), isInState(state), within(orders.createdAt, range), page.where),
					)
					.orderBy(...page.orderBy)
					.limit(size + 1),
			);
		},

		payments: (
			session: StaffSession,
			{ state, method }: { readonly state?: string | undefined; readonly method?: string | undefined },
			range: ListRange,
			now: number,
			size = pageSize,
		) => {
			const page = keyset(payments.createdAt, payments.id, "desc", range.after);
			// Few payments are in these states. The plus keeps SQLite from reading all of the method.
			const isRare = state !== undefined && state !== "succeeded";
			const byMethod = method && (isRare ? sql`+${payments.method} = ${method}` : sql`${payments.method} = ${method}`);
			return db.read(
				orm
					.select({
						...paymentColumns,
						...customer,
						createdAt: sql<number>`${payments.createdAt}`.as("started_at"),
						phone: sql<string | null>`${payments.phone}`.as("payer_phone"),
					})
					.from(payments)
					.innerJoin(users, eq(users.id, payments.userId))
					.where(
						and(
							staffMay(session, "billing.view", now),
							state ? literally(payments.state, state) : undefined,
							byMethod || undefined,
							range.amount === undefined ? undefined : eq(payments.amount, range.amount),
							within(payments.createdAt, range),
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(size + 1),
			);
		},

		/** The invoice with this number, if there is one. */
		invoiceNumbered: (session: StaffSession, number: string, now: number) =>
			db.read(
				orm
					.select({ id: invoices.id, number: invoices.number, total: invoices.total, currency: invoices.currency })
					.from(invoices)
					.where(and(staffMay(session, "billing.view", now), eq(invoices.number, number))),
			),

		/** The order of the invoice with this number. */
		ordersNumbered: (session: StaffSession, number: string, now: number) =>
			db.read(
				orm
					.select({
						id: sql<string>`${orders.id}`.as("order_id"),
						number: invoices.number,
						total: sql<number>`${orders.total}`.as("order_total"),
						currency: sql<Currency>`${orders.currency}`.as("order_currency"),
					})
					.from(invoices)
					.innerJoin(orders, eq(orders.id, invoices.orderId))
					.where(and(staffMay(session, "orders.view", now), eq(invoices.number, number))),
			),

		paymentsWithReceipt: (session: StaffSession, receipt: string, now: number) =>
			db.read(
				orm
					.select({
						id: payments.id,
						invoiceId: payments.invoiceId,
						receipt: payments.receipt,
						amount: payments.amount,
						currency: payments.currency,
					})
					.from(payments)
					.where(and(staffMay(session, "billing.view", now), eq(payments.receipt, receipt)))
					.limit(pageSize),
			),

		/** An invoice with its customer. Undefined without the permission. */
		async invoice(session: StaffSession, permission: Permission, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({ ...getTableColumns(invoices), ...customer })
					.from(invoices)
					.innerJoin(users, eq(users.id, invoices.userId))
					.where(and(staffMay(session, permission, now), eq(invoices.id, id))),
			);
			return found;
		},

		/** Whether there is such a customer, with their currency. */
		async customer(session: StaffSession, permission: Permission, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({ id: users.id, currency: users.currency, status: users.status })
					.from(users)
					.where(and(staffMay(session, permission, now), eq(users.id, id))),
			);
			return found;
		},

		async spentToday(session: StaffSession, { currency }: Money, now: number): Promise<number> {
			const mine = ownStaffId(session, now);
			const [found] = await db.read(
				orm
					.select({ spent: spentToday(mine, currency, now).as("spent") })
					.from(staff)
					.where(eq(staff.id, mine)),
			);
			return found?.spent ?? 0;
		},

		/** Stale if the person of the session is above the limit. */
		keepLimit: (session: StaffSession, limit: Money | null, now: number): Change =>
			keep(session, (currency) => spentToday(sql.raw("staff.id"), currency, now), limit, now),

		/** Stale if the person of the session and the one who asked are above their limit together. */
		keepLimitTogether: (session: StaffSession, askedBy: string, limit: Money | null, now: number): Change =>
			keep(session, (currency) => spentTogether([sql.raw("staff.id"), sql`${askedBy}`], currency, now), limit, now),

		/** Changes that wait for a second person, oldest first. @param subjectId of the invoice that they are about */
		waiting: (session: StaffSession, after: Cursor | null, now: number, subjectId?: string) => {
			const page = keyset(approvals.askedAt, approvals.id, "asc", after);
			return db.read(
				orm
					.select({ ...getTableColumns(approvals), askedByName: sql<string>`${staff.name}`.as("asked_by_name") })
					.from(approvals)
					.innerJoin(staff, eq(staff.id, approvals.askedBy))
					.where(
						and(
							staffMay(session, "billing.view", now),
							sql`${approvals.decision} is null`,
							sql`${approvals.expiresAt} > ${now}`,
							// The plus keeps SQLite at the index of what waits.
							subjectId === undefined ? undefined : sql`+${approvals.subjectId} = ${subjectId}`,
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(pageSize + 1),
			);
		},

		async approval(session: StaffSession, id: string, now: number) {
			const currency = sql`${approvals.input} ->> '$.money.currency'`;
			const [found] = await db.read(
				orm
					.select({
						...getTableColumns(approvals),
						askedByName: sql<string>`${staff.name}`.as("asked_by_name"),
						/** Of the person who asked, as they are now. Null without access. */
						askedByRoles: sql<string | null>`(
							select group_concat(${staffRoles.role}) from ${staffRoles}
							where ${staffRoles.staffId} = ${staff.id} and ${eq(staff.status, "active")}
						)`.as("asked_by_roles"),
						/** What both moved today, alone and as the second person, in minor units. */
						spentTogether: spentTogether([ownStaffId(session, now), sql`${approvals.askedBy}`], currency, now).as(
							"spent_together",
						),
					})
					.from(approvals)
					.innerJoin(staff, eq(staff.id, approvals.askedBy))
					.where(and(staffMay(session, "billing.view", now), eq(approvals.id, id))),
			);
			return found;
		},

		/** A duplicate if another change of the subject waits already. */
		ask: (row: typeof approvals.$inferInsert): Change =>
			unique("approvals.permission", write(orm.insert(approvals).values(row))),

		/** Changes that no one has decided in time, oldest first. */
		overdue: (now: number) =>
			db.read(
				orm
					.select({ id: approvals.id })
					.from(approvals)
					.where(and(sql`${approvals.decision} is null`, lte(approvals.expiresAt, now)))
					.orderBy(asc(approvals.askedAt))
					.limit(pageSize),
			),

		/** Stale if it was decided in the meantime. */
		expire: (id: string, now: number): Change =>
			guarded(
				orm
					.update(approvals)
					.set({ decision: "expired", decidedAt: now })
					.where(and(eq(approvals.id, id), sql`${approvals.decision} is null`, lte(approvals.expiresAt, now))),
			),

		/** Stale if it was decided or is too old, or if the person asked for it and approves. */
		decide(session: StaffSession, id: string, decision: "approved" | "refused", now: number): Change {
			const me = ownStaffId(session, now);
			return guarded(
				orm
					.update(approvals)
					.set({ decision, decidedBy: me, decidedAt: now })
					.where(
						and(
							eq(approvals.id, id),
							sql`${approvals.decision} is null`,
							sql`${approvals.expiresAt} > ${now}`,
							decision === "approved" ? ne(approvals.askedBy, me) : undefined,
						),
					),
			);
		},
	};
}

const invoiceColumns = {
	id: invoices.id,
	number: invoices.number,
	state: invoices.state,
	currency: invoices.currency,
	total: invoices.total,
	issuedAt: invoices.issuedAt,
	dueAt: invoices.dueAt,
};

const paymentColumns = {
	id: payments.id,
	invoiceId: payments.invoiceId,
	provider: payments.provider,
	method: payments.method,
	amount: payments.amount,
	currency: payments.currency,
	cardName: payments.cardName,
	state: payments.state,
	failureCode: payments.failureCode,
	receipt: payments.receipt,
};
