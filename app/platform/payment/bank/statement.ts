import type { Currency } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import type { BankAccount } from "./bank-account";
import { readCamt053 } from "./camt053";
import { readCsv } from "./csv-statement";
import { readMt940 } from "./mt940";
import { type Statement, type StatementEntry, StatementError } from "./statement-entry";

/** A statement of one of our accounts. */
export interface OwnStatement {
	readonly account: BankAccount;
	readonly currency: Currency;
	readonly format: string;
	readonly entries: readonly StatementEntry[];
}

export type ReadStatement = typeof readStatement;

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
	const [{ format } = { format: "" }] = statements.value;
	return ok({
		account,
		currency: account.currency,
		format,
		entries: statements.value.flatMap(({ entries }) => entries),
	});
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
