/**
 * An invoice's number is `KK2026000001`: prefix, year, and the year's sequence in six digits (`insertInvoice` puts it
 * together, for only the database knows the next one). Twelve characters are the most that M-Pesa shows as an account
 * reference.
 */
export const invoicePrefix = "KK";

/** The books are kept in Nairobi: an invoice of 1 January 00:30 there belongs to the new year. */
export function invoiceYear(now: number): number {
	return Number(new Intl.DateTimeFormat("en", { timeZone: "Africa/Nairobi", year: "numeric" }).format(now));
}
