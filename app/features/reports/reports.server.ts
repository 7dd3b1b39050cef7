import { audit, type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createTaskPosition } from "~/db/task-position.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY, MINUTE } from "~/lib/durations";
import { kenyanDate, kenyanTime } from "~/lib/kenyan-day";
import { fail, ok } from "~/lib/result";
import { timeBudget } from "~/lib/time-budget";
import type { VisitCounts } from "~/platform/visit-counts/visit-counts";
import { createAddingUpRepo, type Days } from "./adding-up.repo.server";
import { ages } from "./ages";
import { type DailyFigure, revenueFigures, visitFigures } from "./daily-figure";
import { createReportsRepo, type Range } from "./reports.repo.server";
import type { RevenueQuery } from "./reports.schema";
import { stockRows } from "./stock-rows";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly visitCounts: Pick<VisitCounts, "between">;
}

/**
 * Paid invoices that one run adds up, about 18 rows each with those of the indexes. It has room for them beside the
 * nightly comparisons. A day with more is added up alone.
 */
const invoicesPerRun = 5_000;

/** Paid invoices that one commit adds up, so that it holds the database for a moment only. A day with more has one commit. */
const invoicesPerPart = 1_250;

/** Days that are added up in one commit: a quarter of a year. Without the limit, a quiet shop could have too many rows of other kinds. */
const daysPerPart = 92;

/** Commits of one run, with 16 statements each. They add up two years of a shop that sells little. */
const partsPerFiguresRun = 8;

/** Days that are shown first. */
const usualDays = 30;

/** Longest range of a report, about two years. */
const mostDays = 731;

/**
 * Customers whose rows are read together: with five domains, two plans and twenty ledger entries each, about 50,000 rows
 * with those of the indexes.
 */
const customersPerPart = 800;

/** Parts of one run. 24 runs a day add up 76,800 customers. */
const partsPerRun = 4;

/** After the id of any customer. */
const lastId = "usr~";

/** In place of the last customer, once all are added up. */
const complete = "-";

/** The day that is added up, and after which customer it continues. Null once it is complete. */
function readPosition(stored: string | null): { readonly day: string; readonly after: string | null } | null {
	const [day, after] = stored?.split(" ", 2) ?? [];
	return day && after ? { day, after: after === complete ? null : after } : null;
}

export type Reports = ReturnType<typeof createReports>;

/**
 * How long after midnight a commit may still store the time before it (ms). A consumer of a queue may run for fifteen
 * minutes (Cloudflare's limits).
 */
const lateCommitsMs = 20 * MINUTE;

/** Figures of the business for staff, from rows that are added up once a day. */
export function createReports({ db, clock, visitCounts }: Dependencies) {
	const repo = createReportsRepo(db);
	const adding = createAddingUpRepo(db);
	const daily = createTaskPosition(db, "daily figures");
	const later = createTaskPosition(db, "later figures");
	const customers = createTaskPosition(db, "customer figures");
	const visits = createTaskPosition(db, "visit figures");

	/**
	 * The days of the next commit, from one day on.
	 * @param left how many paid invoices the run may still add up
	 * @returns null if the first day has more than that, unless it is the run's first one, which is then added up alone
	 */
	async function nextDays(from: string, until: string, left: number): Promise<{ to: string; invoices: number } | null> {
		const end = kenyanDate(kenyanTime(from, 0) + (daysPerPart - 1) * DAY);
		const to = end < until ? end : until;
		const most = Math.min(left, invoicesPerPart);
		let invoices = 0;
		for (const { day, count } of await adding.paidPerDay({ from, to }, most + 1)) {
			if (invoices + count > most) {
				if (day > from) return { to: kenyanDate(kenyanTime(day, 0) - DAY), invoices };
				const [first = { count: 0 }] = await adding.paidPerDay({ from, to: from }, left + 1);
				return first.count > left && left < invoicesPerRun ? null : { to: from, invoices: Math.min(first.count, left) };
			}
			invoices += count;
		}
		return { to, invoices };
	}

	/** Adds up days with at most so many paid invoices. `position`: the last day that has these figures. */
	async function addUpDays(
		position: typeof daily,
		add: (days: Days, now: number) => Change,
		most: number,
		isOver: () => boolean,
	): Promise<{ added: number; invoices: number }> {
		const yesterday = kenyanDate(clock() - lateCommitsMs - DAY);
		const sum = { added: 0, invoices: 0 };
		let last = await position.read();
		const first = last === null ? await adding.firstPaidAt() : kenyanTime(last, 24);
		if (first === null) return sum;
		let from = kenyanDate(first);
		for (let part = 0; part < partsPerFiguresRun && from <= yesterday && sum.invoices < most && !isOver(); part += 1) {
			const next = await nextDays(from, yesterday, most - sum.invoices);
			// The rest is not enough for a day.
			if (next === null) break;
			const now = clock();
			const days = { from, to: next.to };
			// Stale if another run has added up these days.
			if ((await db.commit(change(position.replace(last, next.to, now), add(days, now)), now)).state !== "ok") break;
			sum.added += (Date.parse(days.to) - Date.parse(days.from)) / DAY + 1;
			sum.invoices += next.invoices;
			[last, from] = [next.to, kenyanDate(kenyanTime(next.to, 24))];
		}
		return sum;
	}

	/** Until which day the stock is complete. */
	async function stockUntil(): Promise<string | null> {
		const stored = readPosition(await customers.read());
		if (stored === null) return null;
		return stored.after === null ? stored.day : kenyanDate(kenyanTime(stored.day, 0) - DAY);
	}

	/** A day before today, because today isn't over. Without an end the report ends yesterday. */
	function rangeOf({ from, to, currency }: RevenueQuery, last = kenyanDate(clock() - DAY)): Range {
		const end = to === undefined || to > last ? last : to;
		const start = from ?? kenyanDate(kenyanTime(end, 0) - (usualDays - 1) * DAY);
		const earliest = kenyanDate(kenyanTime(end, 0) - (mostDays - 1) * DAY);
		return { from: start > end ? end : start < earliest ? earliest : start, to: end, currency };
	}

	return {
		/** Adds up the days that are over, each once. The next run continues. Returns how many, for both kinds of figures. */
		async addUp(isOver = timeBudget()): Promise<number> {
			const one = await addUpDays(daily, adding.addDays, invoicesPerRun, isOver);
			const two = await addUpDays(later, adding.addLater, invoicesPerRun - one.invoices, isOver);
			return one.added + two.added;
		},

		/**
		 * Adds up what customers have today, some customers in each run, so that no run reads the whole database. The next run
		 * continues. Days that the runs of a day could not finish go on the next day. Returns the number of parts.
		 */
		async addUpCustomers(isOver = timeBudget()): Promise<number> {
			const today = kenyanDate(clock());
			let parts = 0;
			while (parts < partsPerRun && !isOver()) {
				const stored = await customers.read();
				const { day, after } = readPosition(stored) ?? { day: "", after: null };
				if (after === null && day >= today) break;
				const current = after === null ? { day: today, after: "" } : { day, after };
				const until = await adding.customerAfter(current.after, customersPerPart);
				const now = clock();
				const found = await adding.stockOf({ after: current.after, until: until ?? lastId }, now);
				const written = change(
					customers.replace(stored, `${current.day} ${until ?? complete}`, now),
					adding.addTo(stockRows(found).map((row) => ({ ...row, day: current.day }))),
				);
				// Stale if another run has added up the same customers.
				if ((await db.commit(written, now)).state !== "ok") break;
				parts += 1;
			}
			return parts;
		},

		/** Copies the counts of visits of the days that are over. Returns how many days. */
		async addUpVisits(): Promise<number> {
			const yesterday = kenyanDate(clock() - DAY);
			const stored = await visits.read();
			const from = stored === null ? "" : kenyanDate(kenyanTime(stored, 24));
			if (from > yesterday) return 0;
			const days = await visitCounts.between(from, yesterday);
			const rows = days.flatMap(({ day, counts }) =>
				visitFigures.map(
					(figure) => ({ figure, currency: "KES", day, key: "", count: counts[figure] ?? 0, amount: 0 }) as const,
				),
			);
			const now = clock();
			const written = change(
				visits.replace(stored, yesterday, now),
				adding.remove(visitFigures, { from, to: yesterday }),
				adding.addTo(rows),
			);
			// Stale if another run has copied them.
			return (await db.commit(written, now)).state === "ok" ? days.length : 0;
		},

		/** How often each step to a payment was taken on each day, and from which day on visits are counted. */
		async funnel(session: StaffSession, query: RevenueQuery) {
			const range = rangeOf(query);
			const now = clock();
			const [counted, added, rows] = await Promise.all([
				repo.firstDay(session, "searches", "KES", now),
				later.read(),
				repo.counts(session, [...visitFigures, "checkout_orders", "checkout_paid", "accounts"], range, now),
			]);
			return { range, rows, counted, added, since: null };
		},

		/**
		 * Sums of some figures by key for all days together, the first of them also by day, and from which day they exist.
		 */
		async flows(session: StaffSession, figures: readonly [DailyFigure, ...DailyFigure[]], query: RevenueQuery) {
			const range = rangeOf(query);
			const now = clock();
			const [since, added, sums, days] = await Promise.all([
				// There are new accounts on almost every day, so their first day is that of the other flows.
				repo.firstDay(session, "accounts", range.currency, now),
				daily.read(),
				repo.sums(session, "reports.view", figures, range, now),
				repo.totals(session, figures[0], range, now),
			]);
			return { range, sums, days, added, since };
		},

		/** Answers and ends of tickets by day and department, and from which day they exist. The currency says nothing. */
		async ticketTimes(session: StaffSession, query: RevenueQuery) {
			const range = rangeOf({ ...query, currency: "KES" });
			const now = clock();
			const [since, added, rows] = await Promise.all([
				repo.firstDay(session, "ticket_answers", range.currency, now),
				daily.read(),
				repo.byDay(session, "reports.view", ["ticket_answers", "ticket_ends"], range, now),
			]);
			return { range, rows, added, since };
		},

		/**
		 * What was true on the last complete day of a report, by key, with the totals of each day and the first day. Today
		 * counts once it is complete.
		 */
		async stock(session: StaffSession, figures: readonly DailyFigure[], query: RevenueQuery) {
			const range = rangeOf(query, kenyanDate(clock()));
			const now = clock();
			const [first = "recurring"] = figures;
			const [until, since, latest, ...totals] = await Promise.all([
				stockUntil(),
				repo.firstDay(session, first, range.currency, now),
				// At most one of them is not complete.
				repo.lastTwoDays(session, figures, range, now),
				...figures.map((figure) => repo.totals(session, figure, range, now)),
			]);
			const days = Object.fromEntries(
				figures.map((figure, index) => [
					figure,
					(totals[index] ?? []).filter(({ day }) => until !== null && day <= until),
				]),
			);
			const last = Object.values(days)
				.flatMap((list) => list.map(({ day }) => day))
				.reduce<string | null>((latest, day) => (latest === null || day > latest ? day : latest), null);
			return { range, since, last, days, rows: latest.filter(({ day }) => day === last) };
		},

		/** Net amounts and tax by month and rate, and the tax of each day. Without a day, from the month before this one on. */
		async tax(session: StaffSession, query: RevenueQuery) {
			const month = kenyanDate(clock()).slice(0, 7);
			const before = kenyanDate(kenyanTime(`${month}-01`, 0) - DAY).slice(0, 7);
			const range = rangeOf({ ...query, from: query.from ?? `${before}-01` });
			const now = clock();
			const [added, months, days] = await Promise.all([
				later.read(),
				repo.byMonth(session, ["taxable", "tax_due", "taxable_returned", "tax_returned"], range, now),
				repo.totals(session, "tax_due", range, now),
			]);
			return { range, months, days, added, since: null };
		},

		/** What registrars charged for a renewal on the days of the report. */
		costs: (session: StaffSession, query: RevenueQuery) =>
			repo.costs(session, rangeOf(query, kenyanDate(clock())), clock()),

		/** Whether the export of a report was recorded. False without the permission. */
		async recordExport(session: StaffSession, report: string, query: RevenueQuery): Promise<boolean> {
			const { from, to, currency } = rangeOf(query);
			const recorded = audit(session, "reports.export", {
				kind: "report.exported",
				subject: { type: "report", id: report },
				params: { report, from, to, currency },
			});
			return (await db.commit(recorded, clock())).state === "ok";
		},

		/** The figures of the days of a report: `days` by day, `sums` of all days together. Amounts in minor units. */
		async revenue(session: StaffSession, query: RevenueQuery) {
			const range = rangeOf(query);
			const now = clock();
			const [days, sums, added] = await Promise.all([
				repo.byDay(session, "reports.view", ["invoices"], range, now),
				repo.sums(session, "reports.view", [...revenueFigures, "written_off"], range, now),
				daily.read(),
			]);
			return { range, days, sums, added };
		},

		/** Open invoices by age, see `ages`. Amounts in minor units. */
		overdue: (session: StaffSession) => repo.overdue(session, "reports.view", ages.length - 2, clock()),

		/** All figures of a report by day. The export is recorded. Fails without the permission. */
		async exportRevenue(session: StaffSession, query: RevenueQuery) {
			const range = rangeOf(query);
			const now = clock();
			if (!(await this.recordExport(session, "revenue", query))) return fail("not_found", "Not allowed");
			return ok({ range, rows: await repo.byDay(session, "reports.export", revenueFigures, range, now) });
		},
	};
}
