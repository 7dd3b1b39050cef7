import { audit, change, emitAll } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { creditFrom } from "~/features/invoices/billing";
import { findInvoiceNumbers } from "~/features/invoices/invoice-number";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { type Currency, formatMoney, money } from "~/lib/money";
import { fail, failField, ok, type Result } from "~/lib/result";
import { sha256Hex } from "~/lib/sha256";
import type { BankAccount } from "~/platform/payment/bank/bank-account";
import type { ReadStatement } from "~/platform/payment/bank/statement";
import type { StatementEntry } from "~/platform/payment/bank/statement-entry";
import type { AllowCredit } from "./allow-credit";
import { createLedgerRepo } from "./ledger.repo.server";

export interface BankDependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** The accounts that customers can transfer money to. At most one for each currency is shown. */
	readonly accounts: readonly BankAccount[];
	readonly readStatement: ReadStatement;
}

/** In the ledger, in place of a payment provider. */
export const bankProvider = "bank";

/** Credits of one file, so that all of them are written at once. */
const maxCredits = 1_000;

/** Events per statement. */
const pageSize = 50;

/** Of the bank's text, for staff. */
const maxReference = 140;

/** A line of the file, as staff see it. */
interface ImportedEntry {
	readonly line: number;
	readonly date: string;
	readonly amount: string;
	readonly reference: string;
}

/**
 * What happens with a credit. `known`: an earlier import posted it, or staff have recorded it. `waiting`: an earlier import
 * queued it, or made it a review. `credit`: its invoice is not open, so it becomes credit. `limit`: as much credit is above the person's limit, so it becomes a review, like
 * `currency` and `unmatched`.
 */
type CreditResult = "known" | "waiting" | "invoice" | "credit" | "limit" | "currency" | "unmatched";

export interface ImportedCredit extends ImportedEntry {
	/** Unique in the file. */
	readonly id: string;
	/** The bank's. */
	readonly text: string;
	/** The number in the text. Null if there is none, or more than one. */
	readonly invoice: string | null;
	/** Null if there is no such invoice. */
	readonly invoiceId: string | null;
	readonly result: CreditResult;
}

export interface ImportedStatement {
	readonly account: string;
	readonly credits: readonly ImportedCredit[];
	/** Credits that the bank took back. Nothing is posted for them. */
	readonly reversals: readonly ImportedEntry[];
	/** How many debits were left out. */
	readonly debits: number;
}

type Credit = StatementEntry & { readonly receipt: string; readonly invoice: string | null };

/** Transfers to our bank accounts, which staff import from the bank's statements. */
export function createBankTransfers({ db, clock, accounts, readStatement }: BankDependencies) {
	const ledger = createLedgerRepo(db);

	/**
	 * The receipts of credits that were posted: by an import, or by staff with the bank's reference alone. Staff can record
	 * a reference once, so this is one credit.
	 */
	async function knownReceipts(credits: readonly Credit[]): Promise<Set<string>> {
		const known = new Set<string>();
		const recordedByHand = new Set<string>();
		for (const page of pagesOf(credits)) {
			const references = page.flatMap(({ reference }) => reference || []);
			const [imported, recorded] = await Promise.all([
				ledger.knownReceipts(
					bankProvider,
					page.map(({ receipt }) => receipt),
				),
				ledger.paymentsWith(bankProvider, references),
			]);
			for (const receipt of imported) known.add(receipt);
			for (const { receipt, reference, amount } of page) {
				const isRecorded = recorded.some((one) => one.receipt === reference && one.amount === amount);
				if (!isRecorded || known.has(receipt) || recordedByHand.has(reference)) continue;
				recordedByHand.add(reference);
				known.add(receipt);
			}
		}
		return known;
	}

	/** The receipts of credits that an earlier import queued. Most of them are posted. */
	async function queuedReceipts(credits: readonly Credit[]): Promise<Set<string>> {
		const pages = pagesOf(credits.map(({ receipt }) => receipt));
		const found = await Promise.all(pages.map((page) => ledger.queuedReceipts(bankProvider, page)));
		return new Set(found.flat());
	}

	/** The invoices with these numbers, by number. */
	async function invoicesOf(numbers: readonly string[]) {
		const found = await Promise.all(pagesOf(numbers).map((page) => ledger.invoices(page)));
		return new Map(found.flat().map((invoice) => [invoice.number, invoice]));
	}

	return {
		/** The account for transfers in the currency. Null if there is none. */
		account: (currency: Currency): BankAccount | null => accounts.find((one) => one.currency === currency) ?? null,

		/** All accounts, for the choice of a file's account. */
		accounts,

		/** Whether a transfer of this amount (minor units) with this reference of the bank was imported and posted. */
		wasImported: (reference: string, amount: number): Promise<boolean> =>
			ledger.hasPayment(bankProvider, importedAs(reference), amount),

		/**
		 * Queues the credits of a statement to be matched with invoices, all or none. A credit that was imported before is
		 * posted once.
		 * @param accountNumber the account of a file that names none
		 * @param allow for the credit that it makes. Above the limit, its transfers become reviews.
		 */
		async importStatement(
			session: StaffSession,
			{ name, text }: { readonly name: string; readonly text: string },
			accountNumber: string | undefined,
			allow: (account: string) => AllowCredit,
		): Promise<Result<ImportedStatement>> {
			if (accounts.length === 0) return failField("file", "No bank account is configured. Set BANK_ACCOUNTS first.");
			const read = readStatement(text, accounts, accountNumber);
			if (!read.ok) return read;
			const { account, currency, entries } = read.value;
			const credits = creditsOf(entries);
			if (credits.length > maxCredits)
				return failField("file", `The file has ${credits.length} credits. Import at most ${maxCredits} at a time.`);
			const [known, queued, invoices] = await Promise.all([
				knownReceipts(credits),
				queuedReceipts(credits),
				invoicesOf([...new Set(credits.flatMap(({ invoice }) => invoice ?? []))]),
			]);
			const unknown = credits.filter(({ receipt }) => !known.has(receipt) && !queued.has(receipt));
			const creditOf = creditsMade(unknown, currency, invoices);
			const total = unknown.reduce((sum, credit) => sum + creditOf(credit), 0);
			const allowed = total > 0 ? await allow(account.number)(money(total, currency)) : null;
			if (allowed && !allowed.ok && allowed.error.code !== "above_limit") return allowed;
			const isAboveLimit = allowed?.ok === false;
			const items = unknown.map((credit) => {
				const { receipt, invoice, text: words, amount, date } = credit;
				return {
					payload: {
						creditLimit: isAboveLimit ? 0 : creditOf(credit),
						...{ provider: bankProvider, method: "bank" as const, receipt, amount, currency },
						reference: invoice ?? words.slice(0, maxReference),
						paidAt: Date.parse(date),
					},
					once: `${bankProvider}:${receipt}`,
				};
			});
			const debits = entries.filter(({ kind }) => kind === "debit").length;
			const imported = change(
				audit(session, "billing.record", {
					kind: "bank.statement_imported",
					subject: { type: "bank-account", id: account.number },
					params: { file: name.slice(0, maxReference), account: account.number, credits: items.length, debits },
				}),
				allowed?.ok && allowed.value,
				...pagesOf(items).map((page) => emitAll("payment.match", page)),
			);
			if ((await db.commit(imported, clock())).state !== "ok")
				return fail("forbidden", "Your access has changed. Reload the page.");

			function resultOf(credit: Credit): CreditResult {
				const { receipt, invoice } = credit;
				const named = invoices.get(invoice ?? "");
				if (known.has(receipt)) return "known";
				if (!named) return "unmatched";
				if (named.currency !== currency) return "currency";
				if (queued.has(receipt)) return "waiting";
				if (isAboveLimit && creditOf(credit) > 0) return "limit";
				return named.state === "open" ? "invoice" : "credit";
			}
			const shown = ({ line, date, amount, reference }: StatementEntry) => ({
				...{ line, date, amount: formatMoney(money(amount, currency)), reference },
			});
			return ok({
				account: account.number,
				credits: credits.map((credit) => ({
					...shown(credit),
					id: credit.receipt,
					text: credit.text.slice(0, maxReference),
					invoice: credit.invoice,
					invoiceId: invoices.get(credit.invoice ?? "")?.id ?? null,
					result: resultOf(credit),
				})),
				reversals: entries.filter(({ kind }) => kind === "reversal").map(shown),
				debits,
			});
		},
	};
}

/**
 * How much credit each transfer may make, in minor units. Several for one invoice may be posted in any order, so each of
 * them may become credit in full.
 */
function creditsMade(
	credits: readonly Credit[],
	currency: Currency,
	invoices: ReadonlyMap<string, Parameters<typeof creditFrom>[0]>,
): (credit: Credit) => number {
	const count = new Map<string, number>();
	for (const { invoice } of credits) if (invoice !== null) count.set(invoice, (count.get(invoice) ?? 0) + 1);
	return ({ invoice, amount }) => {
		const named = invoice === null ? undefined : invoices.get(invoice);
		// It becomes a review.
		if (named?.currency !== currency) return 0;
		return (count.get(invoice ?? "") ?? 0) > 1 ? amount : creditFrom(named, amount).amount;
	};
}

/** The only invoice that the text names. Null if it names none, or several. */
function invoiceIn(text: string): string | null {
	const [invoice, another] = findInvoiceNumbers(text);
	return another === undefined ? (invoice ?? null) : null;
}

/** How the receipts of imported transfers with this reference of the bank begin. */
const importedAs = (reference: string): string => `${reference.slice(0, 40)}/`;

/**
 * The credits with the keys by which the ledger knows them. Banks give several entries one reference, and some none, so
 * the key has the day and the amount too, and a number for entries that are the same in all of them.
 */
function creditsOf(entries: readonly StatementEntry[]): Credit[] {
	const seen = new Map<string, number>();
	return entries
		.filter(({ kind }) => kind === "credit")
		.map((entry) => {
			const { reference, text, date, amount } = entry;
			const bankReference = reference || sha256Hex(text).slice(0, 12);
			const key = `${importedAs(bankReference)}${date}/${(amount / 100).toFixed(2)}`;
			const count = (seen.get(key) ?? 0) + 1;
			seen.set(key, count);
			return { ...entry, receipt: count === 1 ? key : `${key}/${count}`, invoice: invoiceIn(text) };
		});
}

function pagesOf<T>(items: readonly T[]): T[][] {
	const pages: T[][] = [];
	for (let start = 0; start < items.length; start += pageSize) pages.push(items.slice(start, start + pageSize));
	return pages;
}
