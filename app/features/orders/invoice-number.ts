/**
 * `KK2026000001`: prefix, year, and the year's sequence in six digits. Twelve characters, the most that M-Pesa shows as
 * an account reference.
 * @throws RangeError when the year has used up its numbers.
 */
export function invoiceNumber(year: number, sequence: number): string {
	if (!Number.isInteger(sequence) || sequence < 1 || sequence > 999_999) {
		throw new RangeError(`No invoice number ${sequence} in ${year}`);
	}
	return `${invoicePrefix}${year}${String(sequence).padStart(6, "0")}`;
}

export const invoicePrefix = "KK";

/** The books are kept in Nairobi: an invoice of 1 January 00:30 there belongs to the new year. */
export function invoiceYear(now: number): number {
	return Number(new Intl.DateTimeFormat("en", { timeZone: "Africa/Nairobi", year: "numeric" }).format(now));
}
