import { CsvError, parseCsv } from "~/lib/csv";
import { sha256Hex } from "~/lib/sha256";
import { type Statement, type StatementEntry, StatementError } from "./statement-entry";
import { readAmount, readDate } from "./statement-fields";

/**
 * The names of columns in exports of Kenyan banks (KCB, Equity, Co-operative, NCBA, Absa, Stanbic, Family), without spaces,
 * signs and what is in brackets. The banks publish no specification, so these are the names in programs that read their
 * files. The first name that a file has is used, and of `text` all.
 */
const names = {
	date: ["transactiondate", "trandate", "transdate", "txndate", "postingdate", "bookingdate", "date", "valuedate"],
	reference: [
		...["transactionreference", "transactionref", "bankreference", "transactionid", "referencenumber"],
		...["referenceno", "refno", "reference", "ref"],
	],
	text: [
		...["narrative", "narration", "description", "details", "transactiondetails", "particulars", "remarks"],
		...["customerreference", "paymentreference", "paymentdetails"],
	],
	credit: ["credit", "creditamount", "credits", "cr", "deposit", "deposits", "moneyin", "paidin", "in"],
	debit: ["debit", "debitamount", "debits", "dr", "withdrawal", "withdrawals", "moneyout", "paidout", "out"],
	amount: ["amount", "transactionamount"],
	sign: ["drcr", "crdr", "debitcredit", "creditdebit", "indicator"],
	currency: ["currency", "ccy"],
} as const;

type Column = keyof typeof names;
type Columns = Readonly<Record<Column, readonly number[]>>;
type Row = ReturnType<typeof parseCsv>[number];

/** Lines above the table, such as the name of the account's owner. */
const maxPreamble = 40;

const nameOf = (cell: string): string =>
	cell
		.replace(/\(.*?\)/g, "")
		.toLowerCase()
		.replace(/[^a-z]/g, "");

const columnsOf = ({ cells }: Row): Columns => {
	const found = cells.map(nameOf);
	const indexes = (column: Column) => names[column].map((name) => found.indexOf(name)).filter((index) => index >= 0);
	return {
		date: indexes("date"),
		reference: indexes("reference"),
		text: indexes("text"),
		credit: indexes("credit"),
		debit: indexes("debit"),
		amount: indexes("amount"),
		sign: indexes("sign"),
		currency: indexes("currency"),
	};
};

const isHead = ({ date, credit, amount, text }: Columns): boolean =>
	date.length > 0 && text.length > 0 && (credit.length > 0 || amount.length > 0);

/** A line below the table. */
const isSummary = ({ cells }: Row): boolean => /total|balance|brought forward|carried forward/i.test(cells.join(" "));

/** Reads a table whose first line names the columns. @throws StatementError */
export function readCsv(text: string): Statement {
	const rows = rowsOf(text);
	const headIndex = rows.slice(0, maxPreamble).findIndex((row) => isHead(columnsOf(row)));
	const head = rows[headIndex];
	if (!head)
		throw new StatementError(
			rows[0]?.line ?? 1,
			"columns",
			"no line names the columns. The file needs a date, a description, and a credit or an amount, for example Transaction Date, Narrative, Credit",
		);
	const columns = columnsOf(head);
	const entries = rows.slice(headIndex + 1).flatMap((row) => entryOf(row, head, columns) ?? []);
	if (columns.credit.length === 0 && columns.sign.length === 0 && !entries.some(({ kind }) => kind === "debit"))
		throw new StatementError(head.line, "columns", "nothing says which amounts are credits and which are debits");
	const currencies = new Set(rows.slice(headIndex + 1).map((row) => cellOf(row, columns.currency)));
	currencies.delete("");
	if (currencies.size > 1) throw new StatementError(head.line, "Currency", "the file has several currencies");
	const [currency = null] = currencies;
	const format = `CSV ${sha256Hex(head.cells.map(nameOf).join()).slice(0, 6)}`;
	return { account: null, currency: currency?.toUpperCase() ?? null, format, entries };
}

function rowsOf(text: string): Row[] {
	const firstLines = text.split("\n", maxPreamble).join("\n");
	const count = (separator: string) => firstLines.split(separator).length;
	const [separator = ","] = [",", ";", "\t"].toSorted((one, other) => count(other) - count(one));
	try {
		return parseCsv(text, separator).filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
	} catch (error) {
		if (error instanceof CsvError) throw new StatementError(error.line, "quotes", "a quoted text does not end");
		throw error;
	}
}

const cellOf = ({ cells }: Row, [index]: readonly number[]): string =>
	(index === undefined ? "" : (cells[index] ?? "")).trim();

/** Null for a line without an amount, such as an opening balance. */
function entryOf(row: Row, head: Row, columns: Columns): StatementEntry | null {
	const { line } = row;
	const field = ([index = -1]: readonly number[]) => head.cells[index]?.trim() ?? "Amount";
	const amountIn = (column: "amount" | "credit" | "debit") =>
		readAmount(cellOf(row, columns[column]), line, field(columns[column]));
	const dateCell = cellOf(row, columns.date);
	if (dateCell === "" && isSummary(row)) return null;
	const signed = columns.credit.length > 0 ? signedAmount(amountIn("credit"), amountIn("debit")) : amountIn("amount");
	if (signed === null || signed === 0) return null;
	const date = readDate(dateCell);
	if (date === null)
		throw new StatementError(line, field(columns.date), `"${dateCell.slice(0, 30)}" is not a date such as 23/11/2026`);
	const sign = cellOf(row, columns.sign);
	if (columns.sign.length > 0 && !/^[cd]/i.test(sign))
		throw new StatementError(line, field(columns.sign), `"${sign.slice(0, 30)}" is neither credit nor debit`);
	const text = columns.text
		.map((index) => row.cells[index]?.trim() ?? "")
		.filter(Boolean)
		.join("\n");
	const reference = cellOf(row, columns.reference);
	const kind = signed < 0 || /^d/i.test(sign) ? "debit" : "credit";
	const otherDate = readDate(cellOf(row, columns.date.slice(1)));
	const amount = Math.abs(signed);
	return { line, date, otherDate, amount, reference, text: [text, reference].filter(Boolean).join("\n"), kind };
}

/** Some banks write debits as negative credits, and zeros into the other column. */
function signedAmount(credit: number | null, debit: number | null): number | null {
	if (credit !== null && credit !== 0) return credit;
	return debit === null || debit === 0 ? null : -Math.abs(debit);
}
