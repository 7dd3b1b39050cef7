import {
	and,
	between,
	desc,
	eq,
	getTableColumns,
	gt,
	inArray,
	isNotNull,
	isNull,
	min,
	type SQL,
	sql,
} from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Change, change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { creditBalance, isCreditEntry } from "~/db/credit.server";
import { insertSelect } from "~/db/insert-select";
import {
	addons,
	auditLog,
	creditNotes,
	dailyFigures,
	domains,
	hostingPlans,
	invoices,
	ledgerEntries,
	orderLines,
	orders,
	payments,
	registrarCosts,
	ticketMessages,
	tickets,
	users,
} from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { DAY, MINUTE } from "~/lib/durations";
import { kenyanTime } from "~/lib/kenyan-day";
import type { Currency } from "~/lib/money";
import type { DailyFigure, StockFigure } from "./daily-figure";

/** Days in Kenya, both included, and the currency of the amounts. */
export interface Range {
	readonly from: string;
	readonly to: string;
	readonly currency: Currency;
}

/** Ids of customers: after the first, until the second. */
export interface CustomerRange {
	readonly after: string;
	readonly until: string;
}

export type StockRow = Omit<typeof dailyFigures.$inferInsert, "day"> & { readonly figure: StockFigure };

/** After that time without a renewal, a customer has let a domain or plan go: the grace of all extensions is over. */
const lapsedAfterMs = 35 * DAY;

/** 1 for a plan or an add-on that renews, else 0. */
const renewingPlan = sql`(${hostingPlans.cancelledAt} is null and ${hostingPlans.endedReason} is null)`;
const renewingAddon = sql`(${addons.cancelledAt} is null)`;

/** A field of the rows that a statement reads from JSON. */
const field = (name: string) => sql`json_each.value ->> ${`$.${name}`}`;

/** The price of the paid time that is still to come. */
const restOfTerm = (
	{ price, termMonths, expiresAt }: { price: SQLiteColumn; termMonths: SQLiteColumn; expiresAt: SQLiteColumn },
	now: number,
): SQL => sql`cast(max(0, ${expiresAt} - ${now}) * 1.0 * ${price} / (${termMonths} * ${(365 * DAY) / 12}) as integer)`;

/** Reads and writes figures of all customers. */
export function createReportsRepo(db: Database) {
	const { orm } = db;

	/** Invoices that were paid on the day. */
	const paidOn = (day: string): SQL =>
		sql`${invoices.paidAt} is not null and ${invoices.paidAt} >= ${kenyanTime(day, 0)} and ${invoices.paidAt} < ${kenyanTime(day, 24)}`;

	const within = (
		session: StaffSession,
		permission: Permission,
		figures: readonly DailyFigure[],
		{ from, to, currency }: Range,
		now: number,
	) =>
		and(
			staffMay(session, permission, now),
			inArray(dailyFigures.figure, [...figures]),
			eq(dailyFigures.currency, currency),
			between(dailyFigures.day, from, to),
		);

	function added(
		day: string,
		figure: DailyFigure,
		{
			key = sql`''`,
			amount,
			from,
			currency = sql`${invoices.currency}`,
		}: Record<"amount" | "from", SQL> & {
			key?: SQL;
			currency?: SQL;
		},
	): Change {
		const total = sql`coalesce(sum(${amount}), 0)`;
		return write(
			insertSelect(
				db,
				dailyFigures,
				{ figure, currency, day, key, count: sql`count(*)`, amount: total },
				sql`${from} group by ${currency}, ${key} having count(*) > 0`,
			),
		);
	}

	/** Customers after one and until another, both ids. */
	const customersIn = (column: SQLiteColumn, { after, until }: CustomerRange): SQL =>
		sql`${column} > ${after} and ${column} <= ${until}`;

	return {
		/** When the first invoice was paid (ms). Null: none yet. */
		async firstPaidAt(): Promise<number | null> {
			const [found] = await db.read(
				orm
					.select({ at: min(invoices.paidAt).as("at") })
					.from(invoices)
					.where(isNotNull(invoices.paidAt)),
			);
			return found?.at ?? null;
		},

		/** Adds up a day that is over. Fails if it was added up before. */
		addDay(day: string): Change {
			const paid = sql`from ${invoices} where ${paidOn(day)}`;
			const lines = sql`from ${invoices} join ${orderLines} on ${orderLines.orderId} = ${invoices.orderId} where ${paidOn(day)}`;
			const received = sql`from ${invoices}
				join ${ledgerEntries} on ${ledgerEntries.invoiceId} = ${invoices.id} and ${ledgerEntries.kind} = 'payment'
				left join ${payments} on ${payments.id} = ${ledgerEntries.paymentId} where ${paidOn(day)}`;
			const method = sql`coalesce(${payments.method}, ${ledgerEntries.provider})`;
			const product = sql`${orderLines.kind} || ' ' || coalesce(${orderLines.details} ->> '$.tld', ${orderLines.productId})`;
			const issued = sql`from ${creditNotes} where ${creditNotes.issuedAt} >= ${kenyanTime(day, 0)} and ${creditNotes.issuedAt} < ${kenyanTime(day, 24)}`;
			const [from, to] = [kenyanTime(day, 0), kenyanTime(day, 24)];
			const [lapsedFrom, lapsedTo] = [from - lapsedAfterMs, to - lapsedAfterMs];
			const renewed = sql`${lines} and ${orderLines.kind} in ('renewal', 'hosting_renewal', 'restore')`;
			const subject = sql`coalesce(${orderLines.details} ->> '$.tld', ${orderLines.productId})`;
			const lapsed = (table: "domains" | "hosting_plans", states: string) =>
				sql`from ${sql.raw(table)} lapsed join ${users} on ${users.id} = lapsed.user_id
					where lapsed.status in (${sql.raw(states)}) and lapsed.expires_at >= ${lapsedFrom} and lapsed.expires_at < ${lapsedTo}`;
			const usersCurrency = { currency: sql`${users.currency}`, amount: sql`0` };
			const promos = sql`from ${invoices} join ${orders} on ${orders.id} = ${invoices.orderId} where ${paidOn(day)} and ${orders.promoCode} is not null`;
			const shillings = { currency: sql`'KES'` };
			const answeredTickets = sql`from ${tickets} where ${tickets.answeredAt} is not null and ${tickets.answeredAt} >= ${from} and ${tickets.answeredAt} < ${to}`;
			// The last answer, because a ticket is also closed when its sender has not written for two weeks.
			const lastAnswer = sql`(select max(${ticketMessages.createdAt}) from ${ticketMessages} where ${ticketMessages.ticketId} = ${tickets.id} and ${ticketMessages.kind} = 'staff')`;
			const endedTickets = sql`from ${tickets} where ${tickets.closedAt} is not null and ${tickets.closedAt} >= ${from} and ${tickets.closedAt} < ${to} and ${tickets.answeredAt} is not null`;
			const minutes = (since: SQL): SQL => sql`max(0, ${since} - ${tickets.createdAt}) / ${MINUTE}`;
			const writtenOff = sql`from ${auditLog} where ${auditLog.kind} = 'invoice.written_off' and ${auditLog.at} >= ${from} and ${auditLog.at} < ${to}`;
			return change(
				added(day, "accounts", {
					...usersCurrency,
					from: sql`from ${users} where ${users.createdAt} >= ${from} and ${users.createdAt} < ${to}`,
				}),
				added(day, "orders", {
					...{ amount: sql`${orders.total}`, currency: sql`${orders.currency}` },
					from: sql`from ${orders} where ${orders.createdAt} >= ${from} and ${orders.createdAt} < ${to}`,
				}),
				added(day, "renewals", { key: subject, amount: sql`${orderLines.amount}`, from: renewed }),
				added(day, "lapsed", {
					...{ ...usersCurrency, key: sql`lapsed.tld` },
					from: lapsed("domains", "'expired', 'redemption', 'released'"),
				}),
				added(day, "lapsed", {
					...{ ...usersCurrency, key: sql`lapsed.product_id` },
					from: lapsed("hosting_plans", "'suspended', 'terminated'"),
				}),
				added(day, "promo", {
					...{ key: sql`${orders.promoCode}`, amount: sql`${invoices.discount}`, from: promos },
				}),
				added(day, "written_off", {
					...{ amount: sql`${auditLog.params} ->> '$.money.amount'`, from: writtenOff },
					currency: sql`${auditLog.params} ->> '$.money.currency'`,
				}),
				added(day, "ticket_answers", {
					...{ ...shillings, key: sql`${tickets.department}` },
					...{ amount: minutes(sql`${tickets.answeredAt}`), from: answeredTickets },
				}),
				added(day, "ticket_ends", {
					...{ ...shillings, key: sql`${tickets.department}` },
					...{ amount: minutes(sql`coalesce(${lastAnswer}, ${tickets.answeredAt})`), from: endedTickets },
				}),
				added(day, "invoices", { amount: sql`${invoices.total}`, from: paid }),
				added(day, "tax", { amount: sql`${invoices.tax}`, from: sql`${paid} and ${invoices.tax} > 0` }),
				added(day, "discount", { amount: sql`${invoices.discount}`, from: sql`${paid} and ${invoices.discount} > 0` }),
				added(day, "shipping", { amount: sql`${invoices.shipping}`, from: sql`${paid} and ${invoices.shipping} > 0` }),
				added(day, "method", { key: method, amount: sql`${ledgerEntries.amount}`, from: received }),
				added(day, "method", {
					...{ key: sql`'credit'`, amount: sql`${invoices.creditUsed}` },
					from: sql`${paid} and ${invoices.creditUsed} > 0`,
				}),
				added(day, "product", { key: product, amount: sql`${orderLines.amount}`, from: lines }),
				added(day, "credit_notes", {
					...{ amount: sql`${creditNotes.total}`, currency: sql`${creditNotes.currency}` },
					from: issued,
				}),
			);
		},

		/** The id of the customer that is so many after another. Null if fewer are left. */
		async customerAfter(after: string, many: number): Promise<string | null> {
			const [found] = await db.read(
				orm
					.select({ id: users.id })
					.from(users)
					.where(gt(users.id, after))
					.orderBy(users.id)
					.limit(1)
					.offset(many - 1),
			);
			return found?.id ?? null;
		},

		/** What some customers have at this time. Every part reads only their rows. */
		async stockOf(range: CustomerRange, now: number) {
			// With the plus, SQLite does not read all active rows of the shop.
			const [held, plans, extras, credits] = await Promise.all([
				db.read(
					orm
						.select({
							tld: domains.tld,
							registrar: domains.registrar,
							currency: users.currency,
							count: sql<number>`count(*)`.as("counted"),
							renewing: sql<number>`sum(${domains.autoRenew})`.as("renewing"),
							restMs: sql<number>`sum(max(0, ${domains.expiresAt} - ${now}))`.as("rest"),
						})
						.from(domains)
						.innerJoin(users, eq(users.id, domains.userId))
						.where(and(customersIn(domains.userId, range), sql`+${domains.status} = 'active'`))
						.groupBy(domains.tld, domains.registrar, users.currency),
				),
				db.read(
					orm
						.select({
							productId: hostingPlans.productId,
							currency: hostingPlans.currency,
							count: sql<number>`sum(${renewingPlan})`.as("counted"),
							monthly: sql<number>`sum(${renewingPlan} * ${hostingPlans.price} / ${hostingPlans.termMonths})`.as(
								"monthly",
							),
							deferred: sql<number>`sum(${restOfTerm(hostingPlans, now)})`.as("deferred"),
						})
						.from(hostingPlans)
						.where(and(customersIn(hostingPlans.userId, range), sql`+${hostingPlans.status} = 'active'`))
						.groupBy(hostingPlans.productId, hostingPlans.currency),
				),
				db.read(
					orm
						.select({
							productId: addons.productId,
							currency: addons.currency,
							count: sql<number>`sum(${renewingAddon})`.as("counted"),
							monthly: sql<number>`sum(${renewingAddon} * ${addons.price} / ${addons.termMonths})`.as("monthly"),
							deferred: sql<number>`sum(${restOfTerm(addons, now)})`.as("deferred"),
						})
						.from(addons)
						.where(
							and(customersIn(addons.userId, range), sql`+${addons.endedAt} is null and ${addons.expiresAt} > ${now}`),
						)
						.groupBy(addons.productId, addons.currency),
				),
				db.read(
					orm
						.select({ currency: ledgerEntries.currency, amount: creditBalance.as("held") })
						.from(ledgerEntries)
						.where(and(customersIn(ledgerEntries.userId, range), isCreditEntry))
						.groupBy(ledgerEntries.currency),
				),
			]);
			return { held, plans, extras, credits };
		},

		/** Adds to the figures of a day. */
		addTo: (day: string, rows: readonly StockRow[]): Change =>
			write(
				insertSelect(
					db,
					dailyFigures,
					{
						...{ figure: field("figure"), currency: field("currency"), day, key: field("key") },
						...{ count: field("count"), amount: field("amount") },
					},
					sql`from json_each(${JSON.stringify(rows)}) where true`,
				).onConflictDoUpdate({
					target: [dailyFigures.figure, dailyFigures.currency, dailyFigures.day, dailyFigures.key],
					set: {
						count: sql`${dailyFigures.count} + excluded.count`,
						amount: sql`${dailyFigures.amount} + excluded.amount`,
					},
				}),
			),

		/** The first day that has a figure. Null if none has. */
		firstDay: async (session: StaffSession, figure: DailyFigure, currency: Currency, now: number) => {
			const [found] = await db.read(
				orm
					.select({ day: dailyFigures.day })
					.from(dailyFigures)
					.where(
						and(
							staffMay(session, "reports.view", now),
							eq(dailyFigures.figure, figure),
							eq(dailyFigures.currency, currency),
							// A range of the key, of which only the first row is read.
							gt(dailyFigures.day, ""),
						),
					)
					.orderBy(dailyFigures.day)
					.limit(1),
			);
			return found?.day ?? null;
		},

		/** The sum of a figure for each day. */
		totals: (session: StaffSession, figure: DailyFigure, range: Range, now: number) =>
			db.read(
				orm
					.select({
						day: dailyFigures.day,
						count: sql<number>`sum(${dailyFigures.count})`.as("counted"),
						amount: sql<number>`sum(${dailyFigures.amount})`.as("total"),
					})
					.from(dailyFigures)
					.where(within(session, "reports.view", [figure], range, now))
					.groupBy(dailyFigures.day)
					.orderBy(dailyFigures.day),
			),

		/** Current prices of registrars. */
		costs: (session: StaffSession, now: number) =>
			db.read(
				orm
					.select({
						registrar: registrarCosts.registrar,
						tld: registrarCosts.tld,
						currency: registrarCosts.currency,
						renew: registrarCosts.renew,
					})
					.from(registrarCosts)
					.where(and(staffMay(session, "reports.view", now), isNull(registrarCosts.until))),
			),

		/** What is due on open invoices, by how many months it is overdue (null: not yet), `mostMonths` for all older ones. */
		overdue: (session: StaffSession, permission: Permission, mostMonths: number, now: number) => {
			const months = sql<
				number | null
			>`case when ${invoices.dueAt} < ${now} then min(${mostMonths}, cast((${now} - ${invoices.dueAt}) / ${30 * DAY} as integer)) end`;
			return db.read(
				orm
					.select({
						months: months.as("months"),
						currency: invoices.currency,
						count: sql<number>`count(*)`.as("counted"),
						amount: sql<number>`sum(${invoices.total} - ${invoices.creditUsed})`.as("amount"),
					})
					.from(invoices)
					// All open invoices, as a range of their index. The others are many more.
					.where(and(staffMay(session, permission, now), sql`${invoices.state} = 'open'`, gt(invoices.dueAt, 0)))
					.groupBy(months, invoices.currency),
			);
		},

		/** The rows of some figures, in the order of the days. */
		byDay: (
			session: StaffSession,
			permission: Permission,
			figures: readonly DailyFigure[],
			range: Range,
			now: number,
		) =>
			db.read(
				orm
					.select(getTableColumns(dailyFigures))
					.from(dailyFigures)
					.where(within(session, permission, figures, range, now))
					.orderBy(dailyFigures.day, dailyFigures.figure, dailyFigures.key),
			),

		/** The sums of some figures for all days together, the largest first. */
		sums: (
			session: StaffSession,
			permission: Permission,
			figures: readonly DailyFigure[],
			range: Range,
			now: number,
		) => {
			const amount = sql<number>`sum(${dailyFigures.amount})`;
			return db.read(
				orm
					.select({
						figure: dailyFigures.figure,
						key: dailyFigures.key,
						count: sql<number>`sum(${dailyFigures.count})`.as("counted"),
						amount: amount.as("total"),
					})
					.from(dailyFigures)
					.where(within(session, permission, figures, range, now))
					.groupBy(dailyFigures.figure, dailyFigures.key)
					.orderBy(desc(amount)),
			);
		},
	};
}
