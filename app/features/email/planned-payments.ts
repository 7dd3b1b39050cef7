import type { Owner } from "~/db/owner";
import type { PlannedPayment } from "~/features/payments/renewal-charge";

/** What the email feature needs from renewals: how the next one is paid. */
export interface PlannedPayments {
	paymentForInvoice(owner: Owner | null, invoiceId: string): Promise<PlannedPayment | null>;
	paymentForRenewal(owner: Owner, kind: "domain" | "plan", id: string): Promise<PlannedPayment | null>;
}
