import { findInvoiceNumbers } from "~/features/invoices/invoice-number";
import { DAY } from "~/lib/durations";

/** A transfer in a file of the bank. */
export interface Transfer {
	/** The key by which the ledger knows it. */
	readonly receipt: string;
	/** `YYYY-MM-DD`: the day of the booking and the value date, whichever the file has first. */
	readonly date: string;
	readonly otherDate: string | null;
	/** Minor units. */
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
 * of one day are paired one by one, so the second of two is new.
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
	// The strongest signs first, so that a weak one takes no transfer from its real pair.
	for (const isSame of [hasSameReference, hasSameMark(ownAccount), hasSameText]) {
		for (const transfer of transfers) {
			if (found.has(transfer.receipt)) continue;
			const pair = [...open].find(
				(one) => one.amount === transfer.amount && haveOneDay(one, transfer) && isSame(one, transfer),
			);
			if (!pair) continue;
			open.delete(pair);
			found.set(transfer.receipt, { state: "same", as: pair.receipt, stored: false });
		}
	}
	for (const transfer of transfers) {
		if (found.has(transfer.receipt)) continue;
		const isSimilar = [hasSameReference, hasSameMark(ownAccount), hasSameText];
		const [first, ...more] = [...open].filter(
			(one) =>
				one.amount === transfer.amount &&
				!nameOtherInvoices(one, transfer) &&
				(haveOneDay(one, transfer) || (areNear(one, transfer) && isSimilar.some((is) => is(one, transfer)))),
		);
		found.set(transfer.receipt, first ? { state: "unsure", like: [first, ...more] } : { state: "new" });
	}
	return found;
}

type Comparison = (one: Transfer, other: Transfer) => boolean;

const datesOf = ({ date, otherDate }: Transfer) => (otherDate === null ? [date] : [date, otherDate]);

const haveOneDay: Comparison = (one, other) => datesOf(one).some((date) => datesOf(other).includes(date));

const areNear: Comparison = (one, other) => Math.abs(Date.parse(one.date) - Date.parse(other.date)) <= nearMs;

const compact = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

const nameOtherInvoices: Comparison = (one, other) => {
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
		if (nameOtherInvoices(one, other)) return false;
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
