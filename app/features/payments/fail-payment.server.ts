import { type Change, change, emit, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem } from "~/db/problems.server";
import type { Clock } from "~/lib/clock";
import { logPaymentEnd } from "./log-payment-end.server";
import type { FailureCode } from "./payment-failure";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

export type FailPayment = ReturnType<typeof createFailPayment>;

/**
 * Marks a payment as failed or expired. Does nothing if it succeeded. Notifies the customer of failed automatic charges
 * and prompts. Other failures are visible on the payment page.
 */
export function createFailPayment({ db, clock }: Dependencies) {
	const repo = createPaymentsRepo(db);

	return async function failPayment(
		payment: PaymentRow,
		state: "failed" | "expired",
		code: FailureCode,
	): Promise<void> {
		const failed = repo.setFailed(payment.id, state, code);
		// Stale if it was paid or has already failed.
		const told = payment.automatic ? chargeFailed(payment, code) : payment.prompted && promptFailed(payment, code);
		if ((await db.commit(change(failed, told), clock())).state === "ok") logPaymentEnd(payment, state, code);
	};

	/** Only in the portal. An email about a prompt that the customer just saw would be one too many. */
	function promptFailed({ id: paymentId, userId, invoiceId, phone, createdAt: at }: PaymentRow, code: string): Change {
		const params = { invoiceId, invoice: repo.invoiceNumber(invoiceId), phone: phone ?? "", code, at };
		return notify({ kind: "invoice.prompt_failed", userId, params, once: paymentId });
	}

	/** Notifies the customer, once for each failure of the payment. */
	function chargeFailed(
		{ id: paymentId, userId, invoiceId, cardName: card, retryAt }: PaymentRow,
		code: string,
	): Change {
		const invoice = repo.invoiceNumber(invoiceId);
		const once = `${paymentId}:${code}`;
		const params = { invoiceId, invoice, card, code, retryAt };
		return change(
			retryAt === null && reportProblem(db, { kind: "renewal", subject: invoiceId, about: null }, clock()),
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
