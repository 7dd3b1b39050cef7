import type { Owner } from "~/db/owner";
import type { PlannedPayment } from "~/features/payments/renewal-charge";

/** What the email feature needs from renewals: how the next one is paid. */
export interface PlannedPayments {
	ofInvoice(owner: Owner | null, invoiceId: string): Promise<PlannedPayment | null>;
	ofThing(owner: Owner, kind: "domain" | "plan", id: string): Promise<PlannedPayment | null>;
}
