import { findInvoiceNumbers } from "~/features/invoices/invoice-number";
import { DAY } from "~/lib/durations";

/** A transfer in a file of the bank. */
export interface Transfer {
	/** The key by which the ledger knows it. */
	readonly receipt: string;
	/** `YYYY-MM-DD`: the day of the booking and the value date, whichever the file has first. */
	readonly date: string;
	readonly otherDate: string | null;
	/** Minor units. Negative if the bank took a transfer back. */
	readonly amount: number;
	/** The bank's. Empty if there is none. */
	readonly reference: string;
	readonly text: string;
}

/** One that was imported before. */
export interface ImportedTransfer extends Transfer {
	readonly format: string;
	/** Among equal amounts of a day. Null if another file had it first. */
	readonly position: number | null;
	/** The receipt under which the first file had it. Null if this is the first one. */
	readonly sameAs: string | null;
	/**
	 * What staff decide about it. `none`: nothing, because the files say which transfer it is, or it is posted. `open`:
	 * whether it is another transfer than an earlier one. `closed`: they ended its review without posting money.
	 */
	readonly decision: "none" | "open" | "closed";
}

/**
 * `same`: an earlier import had it. `stored`: with this receipt. `unsure`: it may be one of these, which were imported from
 * files of other formats, so staff have to decide.
 */
export type Recognised =
	| { readonly state: "new" }
	| { readonly state: "same"; readonly as: string; readonly stored: boolean }
	| { readonly state: "unsure"; readonly like: readonly [ImportedTransfer, ...ImportedTransfer[]] };

/** Formats may have other dates for a transfer. Further apart, two transfers of one amount are two. */
const nearMs = 5 * DAY;

/**
 * Compares the transfers of a file with those that were imported from the same account. A transfer is once in all files of
 * a format, so only an earlier one that no file of this format had can be the same under another receipt. Equal transfers
 * of one day are paired one by one, so the second of two is new. What staff decide or have decided about a transfer is no
 * sign for another one: whether that is the same is for them to say, too.
 * @param format of the file
 * @param ownAccount the number of our account, which says nothing about a transfer
 */
export function recognise(
	transfers: readonly Transfer[],
	imported: readonly ImportedTransfer[],
	{ format, ownAccount }: { readonly format: string; readonly ownAccount: string },
): ReadonlyMap<string, Recognised> {
	const found = new Map<string, Recognised>();
	const byReceipt = new Map(imported.map((one) => [one.receipt, one]));
	const taken = new Set(imported.filter((one) => one.format === format).map((one) => one.sameAs ?? one.receipt));
	for (const { receipt } of transfers) {
		const stored = byReceipt.get(receipt);
		if (!stored) continue;
		const as = stored.sameAs ?? receipt;
		taken.add(as);
		found.set(receipt, { state: "same", as, stored: true });
	}
	const open = new Set(imported.filter(({ sameAs, receipt }) => sameAs === null && !taken.has(receipt)));
	/** What each file said about a transfer. */
	const entriesOf = groupedBy(imported, (one) => one.sameAs ?? one.receipt);
	const isSure = ({ decision }: ImportedTransfer) => decision === "none";
	const isAnother = (one: ImportedTransfer, transfer: Transfer) =>
		one.amount !== transfer.amount ||
		(entriesOf.get(one.receipt) ?? []).some((entry) => nameOtherInvoices(entry, transfer));
	// The strongest first, so that a weak one takes no transfer from its real pair.
	const signs = [hasSameReference, hasSameMark(ownAccount), hasSameText];
	for (const isSame of signs) {
		for (const transfer of transfers) {
			if (found.has(transfer.receipt)) continue;
			const pair = [...open].find(
				(one) =>
					isSure(one) &&
					!isAnother(one, transfer) &&
					entriesOf
						.get(one.receipt)
						?.some((entry) => isSure(entry) && haveOneDay(entry, transfer) && isSame(entry, transfer)),
			);
			if (!pair) continue;
			open.delete(pair);
			found.set(transfer.receipt, { state: "same", as: pair.receipt, stored: false });
		}
	}
	for (const transfer of transfers) {
		if (found.has(transfer.receipt)) continue;
		const [first, ...more] = [...open].filter(
			(one) =>
				!isAnother(one, transfer) &&
				entriesOf
					.get(one.receipt)
					?.some(
						(entry) =>
							haveOneDay(entry, transfer) ||
							(areNear(entry, transfer) && signs.some((isSame) => isSame(entry, transfer))),
					),
		);
		found.set(transfer.receipt, first ? { state: "unsure", like: [first, ...more] } : { state: "new" });
	}
	return found;
}

/**
 * The transfers that the bank may have taken back with this one: of the same amount, not later, and with the strongest sign
 * that any of them has.
 * @param ownAccount the number of our account, which says nothing about a transfer
 */
export function takenBack<T extends Transfer>(reversal: Transfer, transfers: readonly T[], ownAccount: string): T[] {
	const earlier = transfers.filter(({ amount, date }) => amount === -reversal.amount && date <= reversal.date);
	for (const isSame of [hasSameReference, hasSameMark(ownAccount), hasSameText]) {
		const found = earlier.filter((one) => !nameOtherInvoices(one, reversal) && isSame(one, reversal));
		if (found.length > 0) return found;
	}
	return [];
}

/**
 * Gives each transfer of a file the receipt by which the ledger knows it. Equal keys get numbers. A later file may list them
 * in another order, so one that was imported before is found by its text first.
 * @param transfers with a key of the bank's reference, the day and the amount
 */
export function withReceipts<T extends { readonly key: string; readonly text: string }>(
	transfers: readonly T[],
	imported: readonly ImportedTransfer[],
): (T & { readonly receipt: string })[] {
	const stored = new Map(imported.map((one) => [one.receipt, one]));
	const receipts = new Map<T, string>();
	for (const [key, group] of groupedBy(transfers, ({ key: own }) => own)) {
		const free = new Set(imported.flatMap(({ receipt }) => (isNumbered(receipt, key) ? receipt : [])));
		const taken = new Set(free);
		const isTextOf = ({ text }: T, receipt: string) => stored.get(receipt)?.text === storedText(text);
		const mayBe = (credit: T, receipt: string) => {
			const one = stored.get(receipt);
			return one !== undefined && !nameOtherInvoices(one, credit);
		};
		for (const fits of [isTextOf, mayBe])
			for (const credit of group) {
				if (receipts.has(credit)) continue;
				const receipt = [...free].find((one) => fits(credit, one));
				if (receipt === undefined) continue;
				free.delete(receipt);
				receipts.set(credit, receipt);
			}
		let number = 1;
		for (const credit of group) {
			if (receipts.has(credit)) continue;
			while (taken.has(numbered(key, number))) number++;
			taken.add(numbered(key, number));
			receipts.set(credit, numbered(key, number));
		}
	}
	return transfers.map((one) => ({ ...one, receipt: receipts.get(one) ?? one.key }));
}

const numbered = (key: string, number: number): string => (number === 1 ? key : `${key}/${number}`);

const isNumbered = (receipt: string, key: string): boolean =>
	receipt === key || (receipt.startsWith(`${key}/`) && /^\d{1,4}$/.test(receipt.slice(key.length + 1)));

/** Of the bank's text, to compare it. */
const maxStoredText = 400;

export const storedText = (text: string): string => text.slice(0, maxStoredText);

type Comparison = (one: Transfer, other: Transfer) => boolean;

const datesOf = ({ date, otherDate }: Transfer) => (otherDate === null ? [date] : [date, otherDate]);

const haveOneDay: Comparison = (one, other) => datesOf(one).some((date) => datesOf(other).includes(date));

const areNear: Comparison = (one, other) => Math.abs(Date.parse(one.date) - Date.parse(other.date)) <= nearMs;

const compact = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

const nameOtherInvoices = (one: Pick<Transfer, "text">, other: Pick<Transfer, "text">): boolean => {
	const [numbers, others] = [findInvoiceNumbers(one.text), findInvoiceNumbers(other.text)];
	return numbers.length > 0 && others.length > 0 && !numbers.some((number) => others.includes(number));
};

/** Shorter references, such as the number of a cheque book's page, may be in any text. */
const minReference = 6;

const hasSameReference: Comparison = (one, other) => {
	const [reference, otherReference] = [compact(one.reference), compact(other.reference)];
	if (reference === otherReference) return reference.length > 0;
	const isIn = (part: string, text: string) => part.length >= minReference && compact(text).includes(part);
	return isIn(reference, other.text) || isIn(otherReference, one.text);
};

/** What only one payer or payment has: an invoice's number, an account, a phone, a number of another bank. */
function marksOf({ text, reference }: Transfer, ownAccount: string): string[] {
	const words = `${text} ${reference}`.toUpperCase().match(/[A-Z\d]{6,}/g) ?? [];
	const isMark = (word: string) =>
		(word.match(/\d/g)?.length ?? 0) >= 4 && !word.includes(ownAccount) && !/^(20)?\d{6}$|^\d{4}20\d\d$/.test(word);
	return [...findInvoiceNumbers(text), ...words.filter(isMark)];
}

const hasSameMark =
	(ownAccount: string): Comparison =>
	(one, other) => {
		const marks = marksOf(one, ownAccount);
		return marksOf(other, ownAccount).some((mark) => marks.includes(mark));
	};

/** Shorter texts, such as TRANSFER, may be a part of any other. */
const minPart = 12;

const hasSameText: Comparison = (one, other) => {
	const [text, otherText] = [one, other].map(({ text: words, reference }) =>
		compact(reference === "" ? words : words.replaceAll(reference, "")),
	) as [string, string];
	if (nameOtherInvoices(one, other)) return false;
	if (text === otherText) return text.length > 0;
	const [short = "", long = ""] = [text, otherText].toSorted((a, b) => a.length - b.length);
	return short.length >= minPart && long.includes(short);
};

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
	return groups;
}
