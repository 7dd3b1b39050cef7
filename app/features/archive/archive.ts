import { addMonths } from "~/lib/add-months";
import { kenya, monthOf } from "~/lib/dates";
import { kenyanTime } from "~/lib/kenyan-day";
import type { Page } from "~/lib/page";

/** What is archived for each customer. Each kind is a table and a folder of the archive. */
export const archivedKinds = ["activity", "notifications"] as const;

export type ArchivedKind = (typeof archivedKinds)[number];

/** How long rows stay in the database before their month is archived. */
export const monthsKept = 24;

/** One page of a customer's archived month. */
export interface ArchivedPage<Row> extends Page<Row> {
	/** All archived months, newest first. */
	readonly months: readonly string[];
	/** The one that is shown. Null if there is none. */
	readonly month: string | null;
}

const startOf = (month: string): number => kenyanTime(`${month}-01`, 0);

/** A month from its first moment until before the next month (ms). */
export const monthRange = (month: string) => ({
	from: startOf(month),
	before: addMonths(startOf(month), 1),
});

/** Rows from before this time (ms) are archived: whole months, so that each is archived once. */
export const archivedBefore = (now: number): number => addMonths(startOf(monthOf(now, kenya.timezone)), -monthsKept);
