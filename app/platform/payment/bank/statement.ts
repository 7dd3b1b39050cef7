import type { Currency } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import type { BankAccount } from "./bank-account";
import { readCamt053 } from "./camt053";
import { readCsv } from "./csv-statement";
import { readMt940 } from "./mt940";

/** One entry of a bank statement. */
export interface StatementEntry {
	/** Where it is in the file: the line, or in XML which entry. */
	readonly line: number;
	/** `YYYY-MM-DD`. */
	readonly date: string;
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

/** A statement of one of our accounts. */
export interface OwnStatement {
	readonly account: BankAccount;
	readonly currency: Currency;
	readonly entries: readonly StatementEntry[];
}

/**
 * Reads a file as camt.053, MT940 or CSV. Fails with the line and the field of the first problem.
 * @param accountNumber the account of a file that names none
 */
export function readStatement(
	text: string,
	accounts: readonly BankAccount[],
	accountNumber: string | undefined,
): Result<OwnStatement> {
	const statements = parse(text.replace(/^\uFEFF/, ""));
	if (!statements.ok) return statements;
	const found = statements.value.map(({ account }) => findAccount(accounts, account ?? accountNumber));
	const [account] = found;
	if (!account || found.some((one) => one !== account)) {
		const named = [...new Set(statements.value.map((one) => one.account ?? accountNumber ?? "none"))].join(", ");
		return failFile(
			`The file is of account ${named}. Choose one of ${accounts.map(({ number }) => number).join(", ")}.`,
		);
	}
	const other = statements.value.find(({ currency }) => currency !== null && currency !== account.currency);
	if (other)
		return failFile(`The file is in ${other.currency}, but account ${account.number} is in ${account.currency}.`);
	return ok({ account, currency: account.currency, entries: statements.value.flatMap(({ entries }) => entries) });
}

function parse(text: string): Result<Statement[]> {
	try {
		if (/^\s*</.test(text)) return ok(readCamt053(text));
		return ok(/^(\{1:|:20:|:25:)/m.test(text) ? readMt940(text) : [readCsv(text)]);
	} catch (error) {
		if (error instanceof StatementError) return failFile(error.message);
		throw error;
	}
}

const failFile = (message: string) => fail("invalid", message, { fields: { file: message } });

/** The account whose number ends what the bank writes, such as `KCBLKENX/1234567890`. The only one if it writes none. */
function findAccount(accounts: readonly BankAccount[], written: string | undefined): BankAccount | undefined {
	if (written === undefined) return accounts.length === 1 ? accounts[0] : undefined;
	const compact = written.toUpperCase().replace(/[^A-Z0-9]/g, "");
	return accounts.find(({ number, currency }) => compact.replace(new RegExp(`${currency}$`), "").endsWith(number));
}
