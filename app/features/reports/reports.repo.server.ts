import { and, between, desc, eq, getTableColumns, gt, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { dailyFigures, invoices, registrarCosts } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { DAY } from "~/lib/durations";
import { kenyanTime } from "~/lib/kenyan-day";
import { type Currency, currencies } from "~/lib/money";
import type { Days } from "./adding-up.repo.server";
import type { DailyFigure } from "./daily-figure";

/** Days and the currency of the amounts. */
export interface Range extends Days {
	readonly currency: Currency;
}

/** Reads figures of all customers for staff. */
export function createReportsRepo(db: Database) {
	const { orm } = db;

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

	return {
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

		/** The sums of some figures for each month, by key. */
		byMonth: (session: StaffSession, figures: readonly DailyFigure[], range: Range, now: number) => {
			const month = sql<string>`substr(${dailyFigures.day}, 1, 7)`;
			return db.read(
				orm
					.select({
						month: month.as("month"),
						figure: dailyFigures.figure,
						key: dailyFigures.key,
						count: sql<number>`sum(${dailyFigures.count})`.as("counted"),
						amount: sql<number>`sum(${dailyFigures.amount})`.as("total"),
					})
					.from(dailyFigures)
					.where(within(session, "reports.view", figures, range, now))
					.groupBy(month, dailyFigures.figure, dailyFigures.key),
			);
		},

		/** The counts of some figures for each day, in all currencies. */
		counts: (session: StaffSession, figures: readonly DailyFigure[], { from, to }: Days, now: number) =>
			db.read(
				orm
					.select({
						day: dailyFigures.day,
						figure: dailyFigures.figure,
						count: sql<number>`sum(${dailyFigures.count})`.as("counted"),
						amount: sql<number>`0`.as("total"),
					})
					.from(dailyFigures)
					.where(
						and(
							staffMay(session, "reports.view", now),
							inArray(dailyFigures.figure, [...figures]),
							inArray(dailyFigures.currency, [...currencies]),
							between(dailyFigures.day, from, to),
						),
					)
					.groupBy(dailyFigures.day, dailyFigures.figure),
			),

		/** Prices of registrars that applied on some of the days, each with the time from which and until which it did (ms). */
		costs: (session: StaffSession, { from, to }: Days, now: number) =>
			db.read(
				orm
					.select({
						registrar: registrarCosts.registrar,
						tld: registrarCosts.tld,
						currency: registrarCosts.currency,
						renew: registrarCosts.renew,
						since: registrarCosts.since,
						until: registrarCosts.until,
					})
					.from(registrarCosts)
					.where(
						and(
							staffMay(session, "reports.view", now),
							lt(registrarCosts.since, kenyanTime(to, 24)),
							or(isNull(registrarCosts.until), gte(registrarCosts.until, kenyanTime(from, 24))),
						),
					),
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

		/** The rows of some figures on the last two days that have any. */
		lastTwoDays: (session: StaffSession, figures: readonly DailyFigure[], range: Range, now: number) => {
			const where = within(session, "reports.view", figures, range, now);
			const last = sql`(select max(${dailyFigures.day}) from ${dailyFigures} where ${where})`;
			const first = sql`(select max(${dailyFigures.day}) from ${dailyFigures} where ${where} and ${dailyFigures.day} < ${last})`;
			return db.read(
				orm
					.select(getTableColumns(dailyFigures))
					.from(dailyFigures)
					.where(and(where, sql`${dailyFigures.day} >= coalesce(${first}, '')`))
					.orderBy(dailyFigures.day, dailyFigures.figure, dailyFigures.key),
			);
		},

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
