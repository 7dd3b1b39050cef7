import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import { addonsAdded } from "~/features/addons/addon-changes.server";
import { createRegistrations } from "~/features/domains/registrations.server";
import { plansAdded } from "~/features/hosting/hosting-changes.server";
import { setInvoicePaid } from "~/features/invoices/invoice-changes.server";
import { createFulfilmentRepo } from "./fulfilment.repo.server";
import type { FulfilmentPlan } from "./fulfilment-plan.server";
import { createJobOutcomeRepo } from "./job-outcome.repo.server";

interface PaidInvoice extends Pick<Invoice, "id" | "orderId" | "userId"> {
	/** Null if the same change issues the invoice. */
	readonly number: string | null;
	/** As it was read, like `total`. The change is overtaken if it differs by now. */
	readonly creditUsed: number;
	readonly total: number;
	/** `system` for an automatic charge that the customer agreed to. */
	readonly actor: "customer" | "system";
}

/**
 * Marks the invoice and its order as paid, queues the jobs and notifies the customer. Stale if the invoice is no
 * longer open, more credit was used for it, or its total has changed.
 */
export function markInvoicePaid(db: Database, invoice: PaidInvoice, plan: FulfilmentPlan | null, now: number): Change {
	const { id: invoiceId, orderId, userId, number, actor } = invoice;
	const repo = createFulfilmentRepo(db);
	return change(
		setInvoicePaid(db, invoice, now),
		orderId !== null && repo.setPaid(orderId, now),
		...(plan
			? [
					createRegistrations(db).claim(plan.domains),
					plansAdded(db, plan.hosting),
					addonsAdded(db, plan.addons),
					repo.queueJobs(plan.jobs),
					// Nothing has to be set up.
					orderId !== null && plan.jobs.length === 0 && createJobOutcomeRepo(db).fulfilIfDone(orderId, now),
				]
			: []),
		...(plan?.jobs ?? []).map(({ id: jobId }) =>
			emit({ kind: "job.run", payload: { jobId }, userId, once: `${jobId}:0` }),
		),
		emit({ kind: "mail.receipt", payload: { invoiceId }, userId, once: invoiceId }),
		log({ kind: "invoice.paid", actor, params: { invoice: number }, owner: { userId }, subjectId: invoiceId }),
		notify({ kind: "invoice.paid", userId, params: { invoiceId, invoice: number, orderId }, once: invoiceId }),
	);
}
