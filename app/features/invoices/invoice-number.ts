/**
 * Invoice numbers look like `KK2026000001`: prefix, year and the year's sequence in six digits. After 999,999 a letter
 * replaces the first two digits of seven: `KK2026A00000` is number 1,000,000 and sorts after `KK2026999999`. M-Pesa shows
 * at most twelve characters of an account reference.
 */
export const invoicePrefix = "KK";

/** Credit notes have numbers of the same form, in a series of their own. */
export const creditNotePrefix = "KC";

/** The largest sequence that has no letter. */
export const lastInDigits = 999_999;

/** Without I and O, which look like 1 and 0 when a customer types the number into a phone. */
export const sequenceLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** How many numbers one letter covers. */
export const numbersPerLetter = 100_000;

/** The most invoices in a year: 3,399,999, or 9,300 a day. */
const lastSequence = lastInDigits + sequenceLetters.length * numbersPerLetter;

/** The number of a year's nth invoice. The same as the SQL expression in db/number-series.server.ts. @throws RangeError */
export function invoiceNumber(year: number, sequence: number): string {
	if (sequence < 1 || sequence > lastSequence) throw new RangeError(`No invoice number for ${sequence} in ${year}`);
	const digits = (value: number, length: number) => value.toString().padStart(length, "0");
	if (sequence <= lastInDigits) return `${invoicePrefix}${year}${digits(sequence, 6)}`;
	const over = sequence - lastInDigits - 1;
	const letter = sequenceLetters.charAt(Math.floor(over / numbersPerLetter));
	return `${invoicePrefix}${year}${letter}${digits(over % numbersPerLetter, 5)}`;
}

/** The year in Nairobi, where the accounts are kept. An invoice of 1 January 00:30 there belongs to the new year. */
export function invoiceYear(now: number): number {
	return Number(new Intl.DateTimeFormat("en", { timeZone: "Africa/Nairobi", year: "numeric" }).format(now));
}

/**
 * The invoice number that a customer typed, in any case, with or without spaces, signs and the prefix. No number has the
 * letters O and I, so they mean 0 and 1.
 */
export function normalizeInvoiceNumber(typed: string): string {
	const number = typed
		.normalize("NFKC")
		.toUpperCase()
		.replace(/[^A-Z0-9]/g, "")
		.replaceAll("O", "0")
		.replaceAll("I", "1");
	return /^\d{4}/.test(number) ? `${invoicePrefix}${number}` : number;
}

/** A number with its prefix, as banks print it: with spaces, signs or line breaks in it. */
const printedNumber = /(?<![A-Z\d])KK(?:[\s./-]*[\dOI]){4}[\s./-]*[A-Z\d](?:[\s./-]*[\dOI]){5}(?![A-Z\d])/g;

/** The different invoice numbers in a text. Only those with their prefix, because other numbers may be anything. */
export function findInvoiceNumbers(text: string): string[] {
	const found = text.normalize("NFKC").toUpperCase().match(printedNumber) ?? [];
	return [...new Set(found.map(normalizeInvoiceNumber))];
}
