import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import type { FailureCode } from "./payment-failure";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

export type FailPayment = ReturnType<typeof createFailPayment>;

/**
 * The customer did not pay, as far as we know now. A payment that succeeded is left alone. Customers who pressed a button
 * see it on the page, those who were charged by the schedule are told.
 */
export function createFailPayment({ db, clock }: Dependencies) {
	const repo = createPaymentsRepo(db);

	return async function failPayment(
		payment: PaymentRow,
		state: "failed" | "expired",
		code: FailureCode,
	): Promise<void> {
		const failed = repo.setFailed(payment.id, state, code);
		// Overtaken if it was paid after all, or failed before.
		await db.commit(payment.automatic ? change(failed, chargeFailed(payment, code)) : failed, clock());
	};

	/** Tells the customer, once for each failure of the payment. */
	function chargeFailed(
		{ id: paymentId, userId, invoiceId, cardName: card, retryAt }: PaymentRow,
		code: string,
	): Change {
		const invoice = repo.invoiceNumber(invoiceId);
		const once = `${paymentId}:${code}`;
		const params = { invoiceId, invoice, card, code, retryAt };
		return change(
			emit({ kind: "mail.charge-failed", payload: { paymentId, code }, userId, once }),
			notify({ kind: "invoice.charge_failed", userId, params, once }),
			log({
				kind: "payment.charge_failed",
				actor: "system",
				params: { invoice, card },
				owner: { userId },
				subjectId: invoiceId,
			}),
		);
	}
}
