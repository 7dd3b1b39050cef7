import { and, between, eq, getTableName, gt, inArray, isNotNull, min, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Change, change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { creditBalance, isCreditEntry } from "~/db/credit.server";
import { insertSelect } from "~/db/insert-select";
import { reportNew } from "~/db/problems.server";
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
	ticketMessages,
	tickets,
	users,
} from "~/db/schema";
import { mayWaitMs } from "~/features/problems/problem";
import { DAY, MINUTE } from "~/lib/durations";
import { kenyanTime, kenyaOffset } from "~/lib/kenyan-day";
import { currencies } from "~/lib/money";
import {
	type DailyFigure,
	flowFigures,
	type LaterFigure,
	laterFigures,
	leftOutFigure,
	revenueFigures,
	type StockFigure,
} from "./daily-figure";

/** Days in Kenya, both included. */
export interface Days {
	readonly from: string;
	readonly to: string;
}

/** Ids of customers: after the first, until the second. */
export interface CustomerRange {
	readonly after: string;
	readonly until: string;
}

export type StockRow = Omit<typeof dailyFigures.$inferInsert, "day"> & { readonly figure: StockFigure };

/** After that time without a renewal, a customer has let a domain or plan go: the grace of all extensions is over. */
const lapsedAfterMs = 35 * DAY;

/** Of the list of damaged rows of a day. Staff need some of them, and the figures have all. */
const longestAnswer = 1_000;

/** 1 for a plan or an add-on that renews, else 0. */
const renewingPlan = sql`(${hostingPlans.cancelledAt} is null and ${hostingPlans.endedReason} is null)`;
const renewingAddon = sql`(${addons.cancelledAt} is null)`;

/** The calendar day of a time in Kenya, as `kenyanDate`. */
const dayOf = <T = unknown>(at: SQL) =>
	sql<T>`strftime('%Y-%m-%d', (${at} + ${sql.raw(String(kenyaOffset))}) / 1000, 'unixepoch')`;

/** Why a row can't be added, the first reason that holds: "order_lines lin_…: details is not JSON". Null: it can. */
const damageOf = (table: SQLiteTable, id: SQLiteColumn, ...reasons: (readonly [when: SQL, reason: string])[]): SQL => {
	const cases = reasons.map(
		([when, reason]) => sql`when ${when} then ${`${getTableName(table)} `} || ${id} || ${`: ${reason}`}`,
	);
	return sql`case ${sql.join(cases, sql` `)} end`;
};

/** A field of the rows that a statement reads from JSON. */
const field = (name: string) => sql`json_each.value ->> ${`$.${name}`}`;

/** The price of the paid time that is still to come. */
const restOfTerm = (
	{ price, termMonths, expiresAt }: { price: SQLiteColumn; termMonths: SQLiteColumn; expiresAt: SQLiteColumn },
	now: number,
): SQL => sql`cast(max(0, ${expiresAt} - ${now}) * 1.0 * ${price} / (${termMonths} * ${(365 * DAY) / 12}) as integer)`;

/** Adds the figures of each day up, from the rows of all customers. */
export function createAddingUpRepo(db: Database) {
	const { orm } = db;

	/** Times of these days. A row whose column has no time is none of them. */
	const during = (column: SQLiteColumn, { from, to }: Days): SQL =>
		sql`${column} is not null and ${column} >= ${kenyanTime(from, 0)} and ${column} < ${kenyanTime(to, 24)}`;

	/**
	 * A row for each day, currency and key. `damage`: why a source row can't be added, or null. Such a row counts as left
	 * out.
	 */
	function added(
		figure: DailyFigure,
		{
			at,
			key = sql`''`,
			amount,
			from,
			currency = sql`${invoices.currency}`,
			damage = sql`null`,
		}: Record<"at" | "amount" | "from", SQL> & { key?: SQL; currency?: SQL; damage?: SQL },
	): Change {
		const sound = (value: SQL, other: SQL) => sql`case when damage is null then ${value} else ${other} end`;
		return write(
			insertSelect(
				db,
				dailyFigures,
				{
					figure: sound(sql`${figure}`, sql`${leftOutFigure}`),
					currency: sound(sql`currency`, sql`'KES'`),
					...{ day: sql`day`, key: sound(sql`key`, sql`damage`), count: sql`count(*)` },
					amount: sound(sql`coalesce(sum(amount), 0)`, sql`0`),
				},
				sql`from (select ${dayOf(at)} as day, ${currency} as currency, ${key} as key, ${amount} as amount,
					${damage} as damage ${from}) group by day, currency, key, damage`,
			),
		);
	}

	/** Figures of paid invoices that are sums of their own columns. Reads each invoice once. */
	function addInvoices(paid: SQL): Change {
		const part = (column: SQLiteColumn) => sql`sum(${column} > 0), sum(${column})`;
		const sums = sql`(select ${dayOf(sql`${invoices.paidAt}`)}, ${invoices.currency}, count(*), sum(${invoices.total}),
			${part(invoices.tax)}, ${part(invoices.discount)}, ${part(invoices.shipping)}, ${part(invoices.creditUsed)}
			from ${invoices} where ${paid} group by 1, 2)`;
		const figures = sql.raw(
			["invoices", "tax", "discount", "shipping", "method"]
				.map((figure) => {
					const key = figure === "method" ? "credit" : "";
					return `json_object('figure', '${figure}', 'key', '${key}', 'count', ${figure}_count, 'amount', ${figure}_amount)`;
				})
				.join(", "),
		);
		return write(
			insertSelect(
				db,
				dailyFigures,
				{
					...{ figure: field("figure"), currency: sql`sums.currency`, day: sql`sums.day`, key: field("key") },
					...{ count: field("count"), amount: field("amount") },
				},
				sql`from sums, json_each(json_array(${figures})) where ${field("count")} > 0`,
				sql`with sums (day, currency, invoices_count, invoices_amount, tax_count, tax_amount, discount_count,
					discount_amount, shipping_count, shipping_amount, method_count, method_amount) as ${sums} `,
			),
		);
	}

	/** What was on paid invoices: each product, and each renewal by what was renewed. Reads each line once. */
	function addLines(paid: SQL): Change {
		const damage = damageOf(orderLines, orderLines.id, [
			sql`not json_valid(${orderLines.details})`,
			"details is not JSON",
		]);
		const subject = sql`case when json_valid(${orderLines.details})
			then coalesce(${orderLines.details} ->> '$.tld', ${orderLines.productId}) end`;
		const lines = sql`(select ${dayOf(sql`${invoices.paidAt}`)}, ${invoices.currency}, ${orderLines.kind}, ${subject}, ${damage},
			count(*), sum(${orderLines.amount}) from ${invoices} join ${orderLines} on ${orderLines.orderId} = ${invoices.orderId}
			where ${paid} group by 1, 2, 3, 4, 5)`;
		const product = sql`json_object('figure', 'product', 'key', kind || ' ' || subject)`;
		const renewal = sql`json_object('figure', 'renewals', 'key', subject)`;
		const leftOut = sql`json_object('figure', ${leftOutFigure}, 'key', damage)`;
		const isCounted = sql`${field("figure")} <> 'renewals' or kind in ('renewal', 'hosting_renewal', 'restore')`;
		return write(
			insertSelect(
				db,
				dailyFigures,
				{
					...{ figure: field("figure"), currency: sql`iif(damage is null, currency, 'KES')`, day: sql`day` },
					...{ key: field("key"), count: sql`sum(lines)`, amount: sql`sum(iif(damage is null, amount, 0))` },
				},
				sql`from sold, json_each(case when damage is null then json_array(${product}, ${renewal}) else json_array(${leftOut}) end)
					where ${isCounted} group by 1, 2, 3, 4`,
				sql`with sold (day, currency, kind, subject, damage, lines, amount) as ${lines} `,
			),
		);
	}

	/** Net amounts and tax by tax rate. `untaxed` has the rate 0. */
	function addTaxed(
		{ net, tax }: { readonly net: LaterFigure; readonly tax: LaterFigure },
		source: Record<"at" | "net" | "tax" | "untaxed" | "from", SQL>,
	): Change {
		const sums = sql`(select ${dayOf(source.at)}, ${invoices.currency}, ${invoices.taxBasisPoints}, count(*), sum(${source.net}),
			sum(${source.tax}), sum(${source.untaxed}) ${source.from} group by 1, 2, 3)`;
		const row = (figure: LaterFigure, key: string, count: string, amount: string) =>
			sql.raw(`json_object('figure', '${figure}', 'key', ${key}, 'count', ${count}, 'amount', ${amount})`);
		const rows = [row(net, "rate", "documents", "net"), row(tax, "rate", "0", "tax"), row(net, "0", "0", "untaxed")];
		return write(
			insertSelect(
				db,
				dailyFigures,
				{
					...{ figure: field("figure"), currency: sql`sums.currency`, day: sql`sums.day` },
					key: sql`cast(${field("key")} as text)`,
					...{ count: sql`sum(${field("count")})`, amount: sql`sum(${field("amount")})` },
				},
				sql`from sums, json_each(json_array(${sql.join(rows, sql`, `)})) where ${field("amount")} <> 0 group by 1, 2, 3, 4`,
				sql`with sums (day, currency, rate, documents, net, tax, untaxed) as ${sums} `,
			),
		);
	}

	/** Removes figures of some days, which are then added up again. */
	const remove = (figures: readonly DailyFigure[], { from, to }: Days): Change =>
		write(
			orm
				.delete(dailyFigures)
				.where(
					and(
						inArray(dailyFigures.figure, [...figures]),
						inArray(dailyFigures.currency, [...currencies]),
						between(dailyFigures.day, from, to),
					),
				),
		);

	/** Puts each of some days with damaged rows into the queue of the desk. */
	const reportLeftOut = ({ from, to }: Days, now: number): Change =>
		reportNew(
			db,
			{
				...{ kind: "figures", subject: sql`day`, dueAt: sql`${now + mayWaitMs.figures}` },
				answer: sql`substr(group_concat(key, '; '), 1, ${longestAnswer})`,
			},
			sql`from ${dailyFigures} where figure = ${leftOutFigure} and currency = 'KES' and day between ${from} and ${to} group by day`,
			now,
		);

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

		/** How many invoices were paid on each of these days, until so many are counted. Days without any are left out. */
		async paidPerDay(days: Days, most: number) {
			const next = orm
				.select({ at: sql<number>`${invoices.paidAt}`.as("at") })
				.from(invoices)
				.where(during(invoices.paidAt, days))
				.orderBy(invoices.paidAt)
				.limit(most)
				.as("next");
			return db.read(
				orm
					.select({ day: dayOf<string>(sql`${next.at}`).as("day"), count: sql<number>`count(*)`.as("counted") })
					.from(next)
					.groupBy(sql`1`)
					.orderBy(sql`1`),
			);
		},

		/** Adds up days that are over. Replaces what they had. */
		addDays(days: Days, now: number): Change {
			const paid = during(invoices.paidAt, days);
			const paidAt = sql`${invoices.paidAt}`;
			const method = sql`coalesce(${payments.method}, ${ledgerEntries.provider})`;
			const received = sql`from ${invoices}
				join ${ledgerEntries} on ${ledgerEntries.invoiceId} = ${invoices.id} and ${ledgerEntries.kind} = 'payment'
				left join ${payments} on ${payments.id} = ${ledgerEntries.paymentId} where ${paid}`;
			const promos = sql`from ${invoices} join ${orders} on ${orders.id} = ${invoices.orderId} where ${paid} and ${orders.promoCode} is not null`;
			const [lapsedFrom, lapsedTo] = [
				kenyanTime(days.from, 0) - lapsedAfterMs,
				kenyanTime(days.to, 24) - lapsedAfterMs,
			];
			const lapsed = (table: "domains" | "hosting_plans", states: string) =>
				sql`from ${sql.raw(table)} lapsed join ${users} on ${users.id} = lapsed.user_id
					where lapsed.status in (${sql.raw(states)}) and lapsed.expires_at >= ${lapsedFrom} and lapsed.expires_at < ${lapsedTo}`;
			const lapsedAt = sql`lapsed.expires_at + ${lapsedAfterMs}`;
			const usersCurrency = { currency: sql`${users.currency}`, amount: sql`0` };
			const shillings = { currency: sql`'KES'` };
			// The last answer, because a ticket is also closed when its sender has not written for two weeks.
			const lastAnswer = sql`(select max(${ticketMessages.createdAt}) from ${ticketMessages} where ${ticketMessages.ticketId} = ${tickets.id} and ${ticketMessages.kind} = 'staff')`;
			const minutes = (since: SQL): SQL => sql`max(0, ${since} - ${tickets.createdAt}) / ${MINUTE}`;
			const { params } = auditLog;
			const writtenOff = damageOf(
				auditLog,
				auditLog.id,
				[sql`not json_valid(${params})`, "params is not JSON"],
				[sql`coalesce(${params} ->> '$.money.currency', '') not in ('KES', 'USD')`, "params has no money.currency"],
				[sql`coalesce(json_type(${params}, '$.money.amount'), '') <> 'integer'`, "params has no money.amount"],
			);
			const whenJson = (value: SQL) => sql`case when json_valid(${params}) then ${value} end`;
			return change(
				remove([...revenueFigures, ...flowFigures, leftOutFigure], days),
				addInvoices(paid),
				addLines(paid),
				added("accounts", {
					...usersCurrency,
					at: sql`${users.createdAt}`,
					from: sql`from ${users} where ${during(users.createdAt, days)}`,
				}),
				added("orders", {
					...{ at: sql`${orders.createdAt}`, amount: sql`${orders.total}`, currency: sql`${orders.currency}` },
					from: sql`from ${orders} where ${during(orders.createdAt, days)}`,
				}),
				added("lapsed", {
					...{ ...usersCurrency, at: lapsedAt, key: sql`lapsed.tld` },
					from: lapsed("domains", "'expired', 'redemption', 'released'"),
				}),
				added("lapsed", {
					...{ ...usersCurrency, at: lapsedAt, key: sql`lapsed.product_id` },
					from: lapsed("hosting_plans", "'suspended', 'terminated'"),
				}),
				added("promo", {
					...{ at: paidAt, key: sql`${orders.promoCode}`, amount: sql`${invoices.discount}`, from: promos },
				}),
				added("written_off", {
					...{ at: sql`${auditLog.at}`, damage: writtenOff, amount: whenJson(sql`${params} ->> '$.money.amount'`) },
					currency: whenJson(sql`${params} ->> '$.money.currency'`),
					from: sql`from ${auditLog} where ${auditLog.kind} = 'invoice.written_off' and ${during(auditLog.at, days)}`,
				}),
				added("ticket_answers", {
					...{ ...shillings, at: sql`${tickets.answeredAt}`, key: sql`${tickets.department}` },
					amount: minutes(sql`${tickets.answeredAt}`),
					from: sql`from ${tickets} where ${during(tickets.answeredAt, days)}`,
				}),
				added("ticket_ends", {
					...{ ...shillings, at: sql`${tickets.closedAt}`, key: sql`${tickets.department}` },
					amount: minutes(sql`coalesce(${lastAnswer}, ${tickets.answeredAt})`),
					from: sql`from ${tickets} where ${during(tickets.closedAt, days)} and ${tickets.answeredAt} is not null`,
				}),
				added("method", { at: paidAt, key: method, amount: sql`${ledgerEntries.amount}`, from: received }),
				added("credit_notes", {
					at: sql`${creditNotes.issuedAt}`,
					...{ amount: sql`${creditNotes.total}`, currency: sql`${creditNotes.currency}` },
					from: sql`from ${creditNotes} where ${during(creditNotes.issuedAt, days)}`,
				}),
				reportLeftOut(days, now),
			);
		},

		/** The same for `laterFigures`. */
		addLater(days: Days): Change {
			const paid = during(invoices.paidAt, days);
			const [paidAt, issuedAt] = [sql`${invoices.paidAt}`, sql`${creditNotes.issuedAt}`];
			// Other orders have a word and a colon before their key: renewals, changes and those of staff.
			// As in `returnedDelivery`.
			const delivery = sql`cast(round(1.0 * ${creditNotes.net} * ${invoices.shipping}
				/ max(1, ${invoices.subtotal} - ${invoices.discount} + ${invoices.shipping})) as integer)`;
			const isCheckout = sql`instr(${orders.idempotencyKey}, ':') = 0`;
			return change(
				remove(laterFigures, days),
				addTaxed(
					{ net: "taxable", tax: "tax_due" },
					{
						...{ at: paidAt, net: sql`${invoices.subtotal} - ${invoices.discount}`, tax: sql`${invoices.tax}` },
						...{ untaxed: sql`${invoices.shipping}`, from: sql`from ${invoices} where ${paid}` },
					},
				),
				addTaxed(
					{ net: "taxable_returned", tax: "tax_returned" },
					{
						...{
							at: issuedAt,
							net: sql`${creditNotes.net} - ${delivery}`,
							tax: sql`${creditNotes.tax}`,
							untaxed: delivery,
						},
						from: sql`from ${creditNotes} join ${invoices} on ${invoices.id} = ${creditNotes.invoiceId}
							where ${during(creditNotes.issuedAt, days)}`,
					},
				),
				added("checkout_orders", {
					...{ at: sql`${orders.createdAt}`, amount: sql`${orders.total}`, currency: sql`${orders.currency}` },
					from: sql`from ${orders} where ${during(orders.createdAt, days)} and ${isCheckout}`,
				}),
				added("checkout_paid", {
					...{ at: paidAt, amount: sql`${invoices.total}` },
					from: sql`from ${invoices} join ${orders} on ${orders.id} = ${invoices.orderId} where ${paid} and ${isCheckout}`,
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

		remove,

		/** Adds to figures. */
		addTo: (rows: readonly (typeof dailyFigures.$inferInsert)[]): Change =>
			write(
				insertSelect(
					db,
					dailyFigures,
					{
						...{ figure: field("figure"), currency: field("currency"), day: field("day"), key: field("key") },
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
	};
}
