import { csvAmount } from "~/lib/csv-cells";
import { formatDay, kenya, monthName } from "~/lib/dates";
import { kenyanTime } from "~/lib/kenyan-day";
import { formatMoney, type Money } from "~/lib/money";

/**
 * A value of a report. Money, shares and times are texts on the page and numbers in the CSV file. `day` and `month`: of
 * Kenya's calendar, 2026-11-24 and 2026-11.
 */
export type Cell =
	| string
	| number
	| Money
	| { readonly share: number }
	| { readonly minutes: number }
	| { readonly day: string }
	| { readonly month: string }
	| null;

export interface ReportTable {
	readonly title: string;
	readonly lead?: string;
	/** The first names the row. */
	readonly columns: readonly string[];
	readonly rows: readonly (readonly Cell[])[];
}

export interface Report {
	readonly facts: readonly { readonly term: string; readonly value: Cell; readonly note?: string }[];
	readonly tables: readonly ReportTable[];
}

const isMoney = (cell: object): cell is Money => "currency" in cell;

/** A dash for what is unknown. */
export function cellText(cell: Cell): string {
	if (cell === null) return "–";
	if (typeof cell === "number") return cell.toLocaleString("en");
	if (typeof cell === "string") return cell;
	if ("minutes" in cell) return minutesText(cell.minutes);
	if ("day" in cell) return dayText(cell.day);
	if ("month" in cell) return `${monthName(cell.month, "en", "long")} ${cell.month.slice(0, 4)}`;
	return isMoney(cell) ? formatMoney(cell) : `${(100 * cell.share).toFixed(1)}%`;
}

/** "24 Nov 2026" */
export const dayText = (day: string): string => formatDay(kenyanTime(day, 12), kenya);

/** "45 min", "3 h 20 min", "2 d 4 h" */
export function minutesText(minutes: number): string {
	const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / (24 * 60))];
	if (hours === 0) return `${minutes} min`;
	return days === 0 ? `${hours} h ${minutes % 60} min` : `${days} d ${hours % 24} h`;
}

export function cellValue(cell: Cell): string | number {
	if (cell === null || typeof cell === "string" || typeof cell === "number") return cell ?? "";
	if ("minutes" in cell) return cell.minutes;
	if ("day" in cell) return cell.day;
	if ("month" in cell) return cell.month;
	return isMoney(cell) ? csvAmount(cell.amount) : cell.share.toFixed(4);
}

/** Null if there is no whole. */
export const share = (part: number, whole: number): Cell => (whole > 0 ? { share: part / whole } : null);
