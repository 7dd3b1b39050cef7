import type { Database } from "~/db/client.server";
import type { Registrations } from "~/features/domains/registrations.server";
import type { Fiscal } from "~/features/fiscal/fiscal.server";
import { normalizeInvoiceNumber } from "~/features/invoices/invoice-number";
import type { RenewalWithdrawal } from "~/features/orders/renewal-withdrawal";
import { paymentProviders } from "~/features/payments/payment-providers";
import type { Clock } from "~/lib/clock";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import { createAdoptListed } from "./adopt-listed.server";
import { createAdoptRefunds } from "./adopt-refunds.server";
import {
	createIssueCreditNote,
	type InvoiceMoney,
	type PlannedRefund,
	refundedInvoice,
} from "./issue-credit-note.server";
import { createRefundProgress } from "./refund-progress.server";
import { refundedServices } from "./refunded-services";
import { createRefundsRepo } from "./refunds.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: readonly PaymentProvider[];
	readonly fiscal: Pick<Fiscal, "creditNoteIssued">;
	readonly registrations: Pick<Registrations, "takeBack">;
	readonly orders: Pick<RenewalWithdrawal, "commitWithoutRenewals">;
	/** How long the content of an ended plan is kept. */
	readonly keptDays: number;
	readonly appOrigin: string;
}

export type { PlannedRefund };

export type Refunds = ReturnType<typeof createRefunds>;

/** Refunds of invoices, with credit notes. Checks no owner, so only the staff API and the development page may call it. */
export function createRefunds({ db, clock, appOrigin, ...deps }: Dependencies) {
	const { keptDays } = deps;
	const providers = paymentProviders(deps.providers);
	const repo = createRefundsRepo(db);
	const { issue, recordMade } = createIssueCreditNote({ ...deps, db, clock, providers });
	const { setPaid, ...progress } = createRefundProgress({ db, clock, providers, appOrigin });
	function withFacts(found: InvoiceMoney | undefined) {
		if (!found) return null;
		const facts = refundedInvoice(found, providers);
		return { ...found, facts, bought: refundedServices(facts.lines, found.services, { keptDays, now: clock() }) };
	}

	return {
		issue,
		...progress,
		adopt: createAdoptRefunds({ db, clock, providers, recordMade, setPaid }),
		adoptListed: createAdoptListed({ db, clock }),

		/** An invoice with what was paid and paid back. Null if there is none with this number. */
		invoice: (number: string) => repo.invoice(normalizeInvoiceNumber(number)).then(withFacts),
		/** The same by its id. */
		invoiceOf: (invoiceId: string) => repo.invoiceOf(invoiceId).then(withFacts),
	};
}
