import { audit, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { createTaskPosition } from "~/db/task-position.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY } from "~/lib/durations";
import { kenyanDate, kenyanTime } from "~/lib/kenyan-day";
import { fail, ok } from "~/lib/result";
import { timeBudget } from "~/lib/time-budget";
import { ages } from "./ages";
import { dailyFigures } from "./daily-figure";
import { createReportsRepo, type Range } from "./reports.repo.server";
import type { RevenueQuery } from "./reports.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

/** Days that one run adds up, because each reads all of its invoices. After an import, the runs of a day add up 240. */
const daysPerRun = 10;

/** Days that are shown first. */
const usualDays = 30;

/** Longest range of a report, about two years. */
const mostDays = 731;

export type Reports = ReturnType<typeof createReports>;

/** Figures of the business for staff, from rows that are added up once a day. */
export function createReports({ db, clock }: Dependencies) {
	const repo = createReportsRepo(db);
	const position = createTaskPosition(db, "daily figures");

	/** A day before today, because today isn't over. Without an end the report ends yesterday. */
	function rangeOf({ from, to, currency }: RevenueQuery): Range {
		const yesterday = kenyanDate(clock() - DAY);
		const end = to === undefined || to > yesterday ? yesterday : to;
		const start = from ?? kenyanDate(kenyanTime(end, 0) - (usualDays - 1) * DAY);
		const earliest = kenyanDate(kenyanTime(end, 0) - (mostDays - 1) * DAY);
		return { from: start > end ? end : start < earliest ? earliest : start, to: end, currency };
	}

	return {
		/** Adds up the days that are over, each once. The next run continues. Returns how many. */
		async addUp(isOver = timeBudget()): Promise<number> {
			const today = kenyanDate(clock());
			let last = await position.read();
			let next: string;
			if (last === null) {
				const first = await repo.firstPaidAt();
				if (first === null) return 0;
				next = kenyanDate(first);
			} else next = kenyanDate(kenyanTime(last, 24));
			let added = 0;
			while (next < today && added < daysPerRun && !isOver()) {
				const now = clock();
				// Stale if another run has added up the day.
				if ((await db.commit(change(position.replace(last, next, now), repo.addDay(next)), now)).state !== "ok") break;
				added += 1;
				[last, next] = [next, kenyanDate(kenyanTime(next, 24))];
			}
			return added;
		},

		/** The figures of the days of a report: `days` by day, `sums` of all days together. Amounts in minor units. */
		async revenue(session: StaffSession, query: RevenueQuery) {
			const range = rangeOf(query);
			const now = clock();
			const [days, sums, added] = await Promise.all([
				repo.byDay(session, "reports.view", ["invoices"], range, now),
				repo.sums(session, "reports.view", dailyFigures, range, now),
				position.read(),
			]);
			return { range, days, sums, added };
		},

		/** Open invoices by age, see `ages`. Amounts in minor units. */
		overdue: (session: StaffSession) => repo.overdue(session, "reports.view", ages.length - 2, clock()),

		/** All figures of a report by day. The export is recorded. Fails without the permission. */
		async exportRevenue(session: StaffSession, query: RevenueQuery) {
			const range = rangeOf(query);
			const { from, to, currency } = range;
			const recorded = audit(session, "reports.export", {
				kind: "report.exported",
				subject: { type: "report", id: "revenue" },
				params: { report: "revenue", from, to, currency },
			});
			const now = clock();
			if ((await db.commit(recorded, now)).state !== "ok") return fail("not_found", "Not allowed");
			return ok({ range, rows: await repo.byDay(session, "reports.export", dailyFigures, range, now) });
		},
	};
}
