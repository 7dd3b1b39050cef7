import { and, between, desc, eq, getTableColumns, gt, inArray, isNotNull, min, type SQL, sql } from "drizzle-orm";
import { type Change, change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { creditNotes, dailyFigures, invoices, ledgerEntries, orderLines, payments } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { DAY } from "~/lib/durations";
import { kenyanTime } from "~/lib/kenyan-day";
import type { Currency } from "~/lib/money";
import type { DailyFigure } from "./daily-figure";

/** Days in Kenya, both included, and the currency of the amounts. */
export interface Range {
	readonly from: string;
	readonly to: string;
	readonly currency: Currency;
}

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
			return change(
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
