import { StatementError } from "./statement-entry";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A real day as `YYYY-MM-DD`. */
function day(year: number, month: number, date: number): string | null {
	const at = new Date(Date.UTC(year, month - 1, date));
	return at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? at.toISOString().slice(0, 10) : null;
}

/** The date of a cell: day, month, year, or year first. Never the month first. A time may follow. */
export function readDate(cell: string): string | null {
	const [, year = "", month = "", date = ""] = /^(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)/.exec(cell) ?? [];
	if (year) return day(Number(year), Number(month), Number(date));
	const [, first, middle = "", last = ""] =
		/^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3})[-/. ](\d{4}|\d{2})(?!\d)/.exec(cell) ?? [];
	if (first === undefined) return null;
	const named = months.indexOf(middle.toLowerCase()) + 1;
	return day(Number(last) + (last.length === 2 ? 2_000 : 0), named || Number(middle), Number(first));
}

/** `YYMMDD`, as MT940 writes it. */
export const readShortDate = (text: string): string | null =>
	day(2_000 + Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6)));

/** An amount in minor units, negative with a sign or in brackets. Null for an empty cell. */
export function readAmount(cell: string, line: number | string, field: string): number | null {
	const text = cell.replace(/\s|KES|KSHS?\.?|USD|\$/gi, "");
	if (text === "" || text === "-") return null;
	const [, open, sign, whole = "", part = "", after] =
		/^(\()?([-+])?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?([-)])?$/.exec(text) ?? [];
	if (whole === "" || (open !== undefined) !== (after === ")"))
		throw new StatementError(line, field, `"${cell.slice(0, 30)}" is not an amount such as 1,234.50`);
	const minor = Number(whole.replaceAll(",", "")) * 100 + Number(part.padEnd(2, "0"));
	return sign === "-" || after !== undefined ? -minor : minor;
}
