import { href } from "react-router";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import type { Clock } from "~/lib/clock";
import { errorMessage } from "~/lib/error-message";
import { fail, ok, type Result } from "~/lib/result";
import type { FailPayment } from "./fail-payment.server";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";

/** Where the customer goes on: a page of the provider, or null to wait for the phone. */
export interface StartedAttempt {
	readonly paymentId: string;
	readonly redirectUrl: string | null;
}

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: Pick<PaymentProviders, "get">;
	/** Asks the provider how a payment stands, and does what the answer means. */
	readonly verify: (payment: PaymentRow) => Promise<unknown>;
	readonly failPayment: FailPayment;
	readonly appOrigin: string;
}

interface RequestDetails {
	readonly email: string;
	readonly invoice: Pick<Invoice, "id" | "number">;
	/** Of a kept card. */
	readonly cardToken?: string | undefined;
}

type Attempt = Pick<PaymentRow, "id" | "provider" | "method" | "amount" | "currency" | "phone" | "callbackToken">;

export type RequestPayment = ReturnType<typeof createRequestPayment>;

/**
 * Asks the provider for an attempt's money. If that fails or gets lost, the attempt stays open and the same one is asked
 * for again: a provider takes the same id twice for one request.
 */
export function createRequestPayment({ db, clock, providers, verify, failPayment, appOrigin }: Dependencies) {
	const repo = createPaymentsRepo(db);

	/** The bank has answered: nobody need wait for the first check. Without an answer now, it brings it. */
	async function checkNow(payment: PaymentRow): Promise<void> {
		await verify(payment).catch((error) => console.warn("payment look", payment.id, errorMessage(error)));
	}

	return async function requestPayment(
		attempt: Attempt,
		{ email, invoice, cardToken }: RequestDetails,
	): Promise<Result<StartedAttempt>> {
		const paymentId = attempt.id;
		try {
			const provider = providers.get(attempt.provider);
			if (!provider) throw new Error(`${attempt.provider} no longer takes part`);
			const started = await provider.start({
				attemptId: attempt.id,
				method: attempt.method,
				invoiceNumber: invoice.number,
				amount: attempt.amount,
				currency: attempt.currency,
				...(cardToken !== undefined && { cardToken }),
				payer: { email, ...(attempt.phone && { phone: attempt.phone }) },
				returnUrl: `${appOrigin}${href("/pay/:invoiceId", { invoiceId: invoice.id })}`,
				webhookUrl: `${appOrigin}/api/payments/${provider.id}/${attempt.callbackToken}`,
			});
			const redirectUrl = started.next.kind === "redirect" ? started.next.url : null;
			const { providerRef, expiresAt } = started;
			await db.commit(repo.setStarted(paymentId, { providerRef, redirectUrl, expiresAt }), clock());
			const payment = await repo.find(paymentId);
			if (payment && started.next.kind === "decided") await checkNow(payment);
			// Nobody is there to confirm it.
			if (payment?.automatic && redirectUrl !== null) await failPayment(payment, "failed", "confirmation_needed");
			return ok({ paymentId, redirectUrl });
		} catch (error) {
			console.warn("payment start", paymentId, errorMessage(error));
			return providerUnavailable();
		}
	};
}

/** What the customer is told when the provider does not answer: nothing is lost. */
export const providerUnavailable = () =>
	fail("unavailable", "The payment service does not answer just now. Your order is safe: try again in a moment.", {
		retryAfter: 15,
	});
