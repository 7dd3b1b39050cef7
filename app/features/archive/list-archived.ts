import { type Locale, monthName } from "~/lib/dates";
import type { Failure, Result } from "~/lib/result";
import type { ArchivedPage } from "./archive";

interface Tab {
	readonly id: string;
	readonly label: string;
	readonly href: string;
}

/** A page of archived entries, formatted for the customer. */
export interface ArchivedView<Item> {
	/** The file store does not answer. */
	readonly failure: Failure | null;
	/** "September 2024". Null if nothing is archived. */
	readonly title: string | null;
	/** "2024-09" */
	readonly month: string;
	readonly months: readonly Tab[];
	/** Each leads to its newest month. */
	readonly years: readonly Tab[];
	readonly items: readonly Item[];
	readonly next: string | null;
}

const nothing = { failure: null, title: null, month: "", months: [], years: [], items: [], next: null } as const;

const yearOf = (month: string) => month.slice(0, 4);
const linkTo = (month: string) => `?month=${month}`;

/** Lists the months of the shown year, and the years. */
export function listArchived<Row, Item>(
	found: Result<ArchivedPage<Row>>,
	{ language }: Locale,
	list: (row: Row) => Item,
): ArchivedView<Item> {
	if (!found.ok) return { ...nothing, failure: found.error };
	const { month, months, items, next } = found.value;
	if (month === null) return nothing;
	const nameOf = (one: string) => monthName(one, language, "long");
	const newestByYear = new Map(months.toReversed().map((one) => [yearOf(one), one]));
	return {
		failure: null,
		title: `${nameOf(month)} ${yearOf(month)}`,
		month,
		months: months
			.filter((one) => yearOf(one) === yearOf(month))
			.map((one) => ({ id: one, label: nameOf(one), href: linkTo(one) })),
		years: [...newestByYear].toReversed().map(([year, newest]) => ({ id: year, label: year, href: linkTo(newest) })),
		items: items.map(list),
		next,
	};
}
