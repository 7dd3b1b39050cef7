import { audit, type Change, change, emitAll } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { creditFrom } from "~/features/invoices/billing";
import { findInvoiceNumbers } from "~/features/invoices/invoice-number";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { type Currency, formatMoney, type Money, money } from "~/lib/money";
import { fail, failField, ok, type Result } from "~/lib/result";
import { sha256Hex } from "~/lib/sha256";
import type { BankAccount } from "~/platform/payment/bank/bank-account";
import type { OwnStatement, ReadStatement } from "~/platform/payment/bank/statement";
import type { StatementEntry } from "~/platform/payment/bank/statement-entry";
import type { EventPayload } from "~/registry";
import type { AllowCredit } from "./allow-credit";
import { bankProvider, createBankBookings, formatName, likeThese } from "./bank-bookings.server";
import { createLedgerRepo, stateOfBookings } from "./ledger.repo.server";
import {
	type ImportedTransfer,
	type Recognised,
	recognise,
	storedText,
	takenBack,
	withReceipts,
} from "./same-transfer";

export interface BankDependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** The accounts that customers can transfer money to. At most one for each currency is shown. */
	readonly accounts: readonly BankAccount[];
	readonly readStatement: ReadStatement;
}

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
 * queued it, or made it a review. `closed`: staff closed its review without posting its money. `credit`: its invoice is not open, so it becomes credit. `limit`: as much credit is above
 * the person's limit, so it becomes a review and waits for a second person. `unsure`: it may be a transfer from a file in
 * another format, so it becomes a review, like `currency` and `unmatched`.
 */
type CreditResult =
	| "known"
	| "waiting"
	| "closed"
	| "invoice"
	| "credit"
	| "limit"
	| "unsure"
	| "currency"
	| "unmatched";

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
	/** The transfer of another file that it is, or may be. */
	readonly earlier: string | null;
}

export interface ImportedStatement {
	readonly account: string;
	readonly credits: readonly ImportedCredit[];
	/** Credits that the bank took back. Nothing is posted for them. Each new one becomes a review. */
	readonly reversals: readonly ImportedEntry[];
	/** How many debits were left out. */
	readonly debits: number;
}

/**
 * A credit of a file, or a reversal, whose amount is negative. `key`: the bank's reference, the day and the amount.
 */
type KeyedTransfer = StatementEntry & { readonly key: string; readonly invoice: string | null };
type Credit = KeyedTransfer & { readonly receipt: string };

/** Transfers that would make credit above someone's limit, as a request for approval stores them. */
export type LimitedTransfers = {
	/** The number of our account. */
	readonly account: string;
	readonly transfers: readonly EventPayload<"payment.match">[];
};

/** What someone may import. */
export interface ImportLimits {
	/** For the credit of a file. Above the limit, its transfers become reviews. */
	allow(account: string): AllowCredit;
	/** Asks a second person for the credit of these transfers. */
	ask(asked: LimitedTransfers, credit: Money): Change;
}

/** More of them are no chance: the format was changed, and its files have other texts. */
const maxUnsure = 50;

/** Of imports that add a transfer at the same time. */
const maxAttempts = 3;

/** Transfers to our bank accounts, which staff import from the bank's statements. */
export function createBankTransfers({ db, clock, accounts, readStatement }: BankDependencies) {
	const ledger = createLedgerRepo(db);
	const bookings = createBankBookings(db);

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

	/** The invoices with these numbers, by number. */
	async function invoicesOf(numbers: readonly string[]) {
		const found = await Promise.all(pagesOf(numbers).map((page) => ledger.invoices(page)));
		return new Map(found.flat().map((invoice) => [invoice.number, invoice]));
	}

	async function importCredits(
		session: StaffSession,
		name: string,
		{ account, currency, format, entries }: OwnStatement,
		keyed: readonly KeyedTransfer[],
		limits: ImportLimits,
	): Promise<Result<ImportedStatement> | "duplicate"> {
		// With the credits that were taken back.
		const taken = keyed.flatMap((one) => (one.amount < 0 ? { ...one, amount: -one.amount } : []));
		const like = likeThese(account.number, [...keyed, ...taken]);
		const [imported, elsewhere] = await Promise.all([
			like ? bookings.find(like) : [],
			ledger.bookedElsewhere(
				account.number,
				keyed.map(({ key }) => key),
			),
		]);
		const ofAccount = ({ key, ...transfer }: KeyedTransfer) => ({
			...transfer,
			key: elsewhere.has(key) ? `${key}/${account.number}` : key,
		});
		const transfers = withReceipts(keyed.map(ofAccount), imported);
		const credits = transfers.filter(({ kind }) => kind === "credit");
		const [recorded, invoices] = await Promise.all([
			knownReceipts(credits),
			invoicesOf([...new Set(credits.flatMap(({ invoice }) => invoice ?? []))]),
		]);
		const recognised = recognise(transfers, imported, { format, ownAccount: account.number });
		const verdictOf = ({ receipt }: Credit): Recognised => recognised.get(receipt) ?? { state: "new" };
		const isNew = (credit: Credit) => verdictOf(credit).state === "new" && !recorded.has(credit.receipt);
		const isUnsure = (credit: Credit) => verdictOf(credit).state === "unsure" && !recorded.has(credit.receipt);
		const isKnown = (receipt: string) => recognised.get(receipt)?.state === "same";
		/** The receipt under which the first file had it. */
		function firstOf(receipt: string): string {
			const verdict = recognised.get(receipt);
			return verdict?.state === "same" ? verdict.as : receipt;
		}
		/** The review of a reversal, with the payment that was taken back if only one can be it. */
		async function reversedBy(reversal: Credit) {
			const verdict = verdictOf(reversal);
			const firsts = [...credits, ...imported.filter((one) => one.sameAs === null)];
			const found = takenBack(reversal, firsts, account.number);
			const receipts = [...new Set(found.map(({ receipt }) => firstOf(receipt)))];
			const [only = ""] = receipts;
			const entry = receipts.length === 1 ? await ledger.entryOf(bankProvider, only) : undefined;
			const stored = imported.filter(({ receipt }) => receipts.includes(receipt));
			const body = JSON.stringify({
				...{ reference: reversal.reference, day: reversal.date, text: reversal.text.slice(0, maxReference) },
				amount: formatMoney(money(-reversal.amount, currency)),
				takenBack: stored.map(describe).join(". Or: "),
				like: verdict.state === "unsure" ? verdict.like.map(describe).join(". Or: ") : "",
			});
			return {
				...{ about: `${bankProvider}:${reversal.receipt}`, provider: bankProvider, body },
				...{ paymentId: entry?.paymentId ?? null, reason: "transfer_reversed" as const },
			};
		}
		const posted = await postedReceipts(credits.map(verdictOf));
		const closed = new Set(imported.flatMap(({ receipt, decision }) => (decision === "closed" ? receipt : [])));
		const unsure = credits.filter(isUnsure);
		if (unsure.length > maxUnsure)
			return failField(
				"file",
				`${unsure.length} transfers of this file may have been imported before, from files in another format (${formatsIn(unsure.map(verdictOf))}). Import the statements of an account in one format.`,
			);
		const unknown = credits.filter(isNew);
		const creditOf = creditsMade(unknown, currency, invoices);
		const total = money(
			unknown.reduce((sum, credit) => sum + creditOf(credit), 0),
			currency,
		);
		const allowed = total.amount > 0 ? await limits.allow(account.number)(total) : null;
		if (allowed && !allowed.ok && allowed.error.code !== "above_limit") return allowed;
		const isAboveLimit = allowed?.ok === false;
		const payloadOf = ({ receipt, invoice, text, amount, date }: Credit, creditLimit: number) => ({
			creditLimit,
			...{ provider: bankProvider, method: "bank" as const, receipt, amount, currency },
			reference: invoice ?? text.slice(0, maxReference),
			paidAt: Date.parse(date),
		});
		const items = unknown.map((credit) => ({
			payload: payloadOf(credit, isAboveLimit ? 0 : creditOf(credit)),
			once: `${bankProvider}:${credit.receipt}`,
		}));
		const limited = unknown.filter((credit) => isAboveLimit && creditOf(credit) > 0);
		const asked = { account: account.number, transfers: limited.map((one) => payloadOf(one, creditOf(one))) };
		const reversals = transfers.filter(({ kind, receipt }) => kind === "reversal" && !isKnown(receipt));
		const takenBackBy = await Promise.all(reversals.map(reversedBy));
		const debits = entries.filter(({ kind }) => kind === "debit").length;
		const now = clock();
		const rows = bookingsOf(transfers, imported, recognised, { account: account.number, format, now });
		const written = change(
			audit(session, "billing.record", {
				kind: "bank.statement_imported",
				subject: { type: "bank-account", id: account.number },
				params: {
					...{ file: name.slice(0, maxReference), account: account.number },
					...{ credits: items.length, reversals: reversals.length, debits },
				},
			}),
			allowed?.ok && allowed.value,
			limited.length > 0 && limits.ask(asked, total),
			// The first page ensures that no import has added another one since these were read, and that staff have not found
			// one of them to be another.
			...pagesOf(rows).map((page, index) =>
				ledger.addBookings(page, index === 0 && like ? { like, state: stateOfBookings(imported) } : null),
			),
			...pagesOf(items).map((page) => emitAll("payment.match", page)),
			...unsure.map((credit) => {
				const verdict = verdictOf(credit);
				const candidates = verdict.state === "unsure" ? verdict.like.map(candidateOf) : [];
				const body = JSON.stringify({
					...payloadOf(credit, 0),
					text: credit.text.slice(0, maxReference),
					like: candidates.map(({ text }) => text).join(". Or: "),
					candidates,
				});
				const about = `${bankProvider}:${credit.receipt}`;
				return ledger.review({
					...{ about, provider: bankProvider, paymentId: null, reason: "maybe_imported", body, createdAt: now },
				});
			}),
			...takenBackBy.map((reversed) => ledger.review({ ...reversed, createdAt: now })),
		);
		const { state } = await db.commit(written, now);
		if (state === "duplicate") return "duplicate";
		if (state === "stale" && like && stateOfBookings(await ledger.bookings(like)) !== stateOfBookings(imported))
			return "duplicate";
		if (state !== "ok") return fail("forbidden", "Your access has changed. Reload the page.");

		function resultOf(credit: Credit): CreditResult {
			const verdict = verdictOf(credit);
			const named = invoices.get(credit.invoice ?? "");
			if (recorded.has(credit.receipt)) return "known";
			if (verdict.state === "same") {
				if (posted.has(verdict.as)) return "known";
				return closed.has(verdict.as) ? "closed" : "waiting";
			}
			if (verdict.state === "unsure") return "unsure";
			if (!named) return "unmatched";
			if (named.currency !== currency) return "currency";
			if (isAboveLimit && creditOf(credit) > 0) return "limit";
			return named.state === "open" ? "invoice" : "credit";
		}
		function earlierOf(credit: Credit): string | null {
			const verdict = verdictOf(credit);
			if (verdict.state === "unsure") return describe(verdict.like[0]);
			const first = verdict.state === "same" && imported.find(({ receipt }) => receipt === verdict.as);
			return first && first.format !== format ? describe(first) : null;
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
				earlier: earlierOf(credit),
			})),
			reversals: entries.filter(({ kind }) => kind === "reversal").map(shown),
			debits,
		});
	}

	/** The receipts of recognised transfers that are posted. */
	async function postedReceipts(verdicts: readonly Recognised[]): Promise<Set<string>> {
		const first = verdicts.flatMap((verdict) => (verdict.state === "same" ? verdict.as : []));
		const found = await Promise.all(pagesOf(first).map((page) => ledger.knownReceipts(bankProvider, page)));
		return new Set(found.flat());
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
		 * Posts transfers above someone's limit that a second person has approved. Their reviews end when they are posted.
		 * Leaves out those that were decided in Today. Null if all were.
		 * @param approvalId of the request
		 */
		async postLimited({ transfers }: LimitedTransfers, approvalId: string): Promise<Change | null> {
			const open = await ledger.undecided(
				bankProvider,
				transfers.map(({ receipt }) => receipt),
				"credit_limit",
			);
			const items = transfers
				.filter(({ receipt }) => open.has(receipt))
				.map((payload) => ({ payload, once: `${bankProvider}:${payload.receipt}:${approvalId}` }));
			return items.length === 0 ? null : change(...pagesOf(items).map((page) => emitAll("payment.match", page)));
		},

		/**
		 * Queues the credits of a statement to be matched with invoices, all or none. A credit that was imported before is
		 * posted once, also if that file had another format. A reversal becomes a review once.
		 * @param accountNumber the account of a file that names none
		 */
		async importStatement(
			session: StaffSession,
			file: { readonly name: string; readonly text: string },
			accountNumber: string | undefined,
			limits: ImportLimits,
		): Promise<Result<ImportedStatement>> {
			if (accounts.length === 0) return failField("file", "No bank account is configured. Set BANK_ACCOUNTS first.");
			const read = readStatement(file.text, accounts, accountNumber);
			if (!read.ok) return read;
			const transfers = transfersOf(read.value);
			const count = transfers.filter(({ kind }) => kind === "credit").length;
			if (count > maxCredits)
				return failField("file", `The file has ${count} credits. Import at most ${maxCredits} at a time.`);
			for (let attempt = 1; ; attempt++) {
				const imported = await importCredits(session, file.name, read.value, transfers, limits);
				// Another import added one of them in the meantime.
				if (imported !== "duplicate") return imported;
				if (attempt === maxAttempts) return fail("conflict", "Another import is running. Import the file again.");
			}
		},
	};
}

/** For staff, to compare it with a line of the bank. */
function describe({ reference, date, text, format }: ImportedTransfer): string {
	const words = text.replaceAll("\n", " ").slice(0, maxReference);
	const shown = [reference, words.replaceAll(reference || "\n", "").trim()].filter(Boolean).join(" ");
	return `${shown || "a transfer"} on ${date}, in a ${formatName(format)} file`;
}

const candidateOf = (one: ImportedTransfer) => ({ receipt: one.receipt, text: describe(one) });

const formatsIn = (verdicts: readonly Recognised[]): string => {
	const formats = verdicts.flatMap((one) => (one.state === "unsure" ? one.like.map(({ format }) => format) : []));
	return [...new Set(formats.map(formatName))].join(" and ");
};

/** The rows by which the next file's transfers are recognised. */
function bookingsOf(
	transfers: readonly Credit[],
	imported: readonly ImportedTransfer[],
	recognised: ReadonlyMap<string, Recognised>,
	{ account, format, now }: { readonly account: string; readonly format: string; readonly now: number },
) {
	const keyOf = ({ date, amount }: { readonly date: string; readonly amount: number }) => `${date} ${amount}`;
	const counts = new Map<string, number>();
	for (const one of imported) {
		const { position } = one;
		if (position !== null) counts.set(keyOf(one), Math.max(counts.get(keyOf(one)) ?? 0, position));
	}
	return transfers.flatMap((credit) => {
		const verdict = recognised.get(credit.receipt);
		if (verdict?.state === "same" && verdict.stored) return [];
		const sameAs = verdict?.state === "same" ? verdict.as : null;
		const position = (counts.get(keyOf(credit)) ?? 0) + 1;
		if (sameAs === null) counts.set(keyOf(credit), position);
		const { receipt, date, otherDate, amount, reference } = credit;
		const text = storedText(credit.text);
		return {
			...{ receipt, account, date, otherDate, amount, reference, text, format, importedAt: now, sameAs },
			position: sameAs === null ? position : null,
		};
	});
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
 * The credits and reversals with their keys. Banks give several entries one reference, and some none, so the key has the day
 * and the amount too.
 */
const transfersOf = ({ entries, account }: OwnStatement): KeyedTransfer[] =>
	entries
		.filter(({ kind }) => kind !== "debit")
		.map((entry) => {
			const { reference, text, date, kind } = entry;
			const amount = kind === "reversal" ? -entry.amount : entry.amount;
			const bankReference = reference || sha256Hex(`${account.number}\n${text}`).slice(0, 12);
			const key = `${importedAs(bankReference)}${date}/${(amount / 100).toFixed(2)}`;
			return { ...entry, amount, key, invoice: invoiceIn(text) };
		});

function pagesOf<T>(items: readonly T[]): T[][] {
	const pages: T[][] = [];
	for (let start = 0; start < items.length; start += pageSize) pages.push(items.slice(start, start + pageSize));
	return pages;
}
