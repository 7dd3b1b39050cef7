import { DAY } from "~/lib/durations";

/** Days before the expiry on which we issue the invoice of a domain or a yearly plan, and of a monthly plan. */
export const yearlyLeadDays = 30;
export const monthlyLeadDays = 7;

export const yearlyLeadMs = yearlyLeadDays * DAY;
export const monthlyLeadMs = monthlyLeadDays * DAY;

/** The domain or plan to renew. `expiresAt` in ms. */
interface Renewed {
	readonly id: string;
	readonly expiresAt: number;
}

/** The scheduled item that invoices a renewal. Its key makes sure that each expiry is queued once. */
export const renewalInvoiceItem = ({ id, expiresAt }: Renewed) => ({
	payload: { id, expiresAt },
	once: `${id}:${expiresAt}`,
});

/** Whether the renewal has to be invoiced now. A domain's term is at least 12 months. */
export function isInvoiceDue(expiresAt: number | null, termMonths: number, now: number): expiresAt is number {
	const leadMs = termMonths >= 12 ? yearlyLeadMs : monthlyLeadMs;
	return expiresAt !== null && expiresAt > now && expiresAt <= now + leadMs;
}
