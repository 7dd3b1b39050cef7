/** One entry of a bank statement. */
export interface StatementEntry {
	/** Where it is in the file: the line, or in XML which entry. */
	readonly line: number;
	/** `YYYY-MM-DD`. */
	readonly date: string;
	/** The value date if `date` is the day of the booking, or the other way round. Null if the file has one date only. */
	readonly otherDate: string | null;
	/** Minor units, always positive. */
	readonly amount: number;
	/** The bank's reference. Empty if it gives none. */
	readonly reference: string;
	/** All that the bank says about it, with the customer's reference. */
	readonly text: string;
	/** `reversal`: takes back money that was credited before. */
	readonly kind: "credit" | "debit" | "reversal";
}

export interface Statement {
	/** The account as the file names it. Null if it names none. */
	readonly account: string | null;
	/** Null if the file names none. */
	readonly currency: string | null;
	/** A transfer is once in all files of a format. Exports of a bank with other columns are another format. */
	readonly format: string;
	readonly entries: readonly StatementEntry[];
}

/** What can't be read in a file. The message is for staff. */
export class StatementError extends Error {
	override name = "StatementError";
	/** @param place the line, or the element of a file whose lines mean nothing */
	constructor(place: number | string, field: string, problem: string) {
		super(`${typeof place === "number" ? `Line ${place}` : place}, ${field}: ${problem}`);
	}
}
