/**
 * Invoice numbers look like `KK2026000001`: prefix, year and the year's sequence in six digits. The database assigns the
 * sequence (`insert` in invoices.repo.server.ts). M-Pesa shows at most twelve characters of an account reference.
 */
export const invoicePrefix = "KK";

/** The year in Nairobi, where the accounts are kept. An invoice of 1 January 00:30 there belongs to the new year. */
export function invoiceYear(now: number): number {
	return Number(new Intl.DateTimeFormat("en", { timeZone: "Africa/Nairobi", year: "numeric" }).format(now));
}
