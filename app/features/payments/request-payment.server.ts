import { href } from "react-router";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import type { Clock } from "~/lib/clock";
import { logger } from "~/lib/log.server";
import { fail, ok, type Result } from "~/lib/result";
import type { FailPayment } from "./fail-payment.server";
import { withParameter } from "./pay-link";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";

/** `redirectUrl`: the provider's page for the customer. Null if the customer answers on the phone. */
export interface StartedAttempt {
	readonly paymentId: string;
	readonly redirectUrl: string | null;
}

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: Pick<PaymentProviders, "get">;
	/** Fetches the payment's status from the provider and applies it. */
	readonly verify: (payment: PaymentRow) => Promise<unknown>;
	readonly failPayment: FailPayment;
	readonly appOrigin: string;
}

interface RequestDetails {
	readonly email: string;
	readonly invoice: Pick<Invoice, "id" | "number">;
	/** Token of a saved card. */
	readonly cardToken?: string | undefined;
	/** The page of ours to which the provider leads back. Default: the customer's payment page. */
	readonly returnPath?: string | undefined;
}

type Attempt = Pick<PaymentRow, "id" | "provider" | "method" | "amount" | "currency" | "phone" | "callbackToken">;

export type RequestPayment = ReturnType<typeof createRequestPayment>;

/**
 * Sends an attempt to its provider. If that fails, the attempt stays open and the next call sends it again with the same
 * id, which most providers treat as the same request. Fails with `unavailable` and `retryAfter` in seconds.
 */
export function createRequestPayment({ db, clock, providers, verify, failPayment, appOrigin }: Dependencies) {
	const repo = createPaymentsRepo(db);

	/** The bank has already decided, so check now. If this fails, the first scheduled check gets the result. */
	async function checkNow(payment: PaymentRow): Promise<void> {
		await verify(payment).catch((error) => logger.warn("payment_check_failed", { paymentId: payment.id, error }));
	}

	return async function requestPayment(
		attempt: Attempt,
		{ email, invoice, cardToken, returnPath = href("/pay/:invoiceId", { invoiceId: invoice.id }) }: RequestDetails,
	): Promise<Result<StartedAttempt>> {
		const paymentId = attempt.id;
		try {
			const provider = providers.get(attempt.provider);
			if (!provider) throw new Error(`${attempt.provider} is not configured`);
			const started = await provider.start({
				attemptId: attempt.id,
				method: attempt.method,
				invoiceNumber: invoice.number,
				amount: attempt.amount,
				currency: attempt.currency,
				...(cardToken !== undefined && { cardToken }),
				payer: { email, ...(attempt.phone && { phone: attempt.phone }) },
				// With a value, because services that add parameters may drop those without one.
				returnUrl: `${appOrigin}${withParameter(returnPath, "returned", "1")}`,
				webhookUrl: `${appOrigin}/api/payments/${provider.webhookName ?? provider.id}/${attempt.callbackToken}`,
			});
			if ("refused" in started) {
				const refused = await repo.find(paymentId);
				if (refused) await failPayment(refused, "failed", started.refused);
				return ok({ paymentId, redirectUrl: null });
			}
			const redirectUrl = started.next.kind === "redirect" ? started.next.url : null;
			const { providerRef, expiresAt } = started;
			await db.commit(repo.setStarted(paymentId, { providerRef, redirectUrl, expiresAt }), clock());
			const payment = await repo.find(paymentId);
			if (payment && started.next.kind === "decided") await checkNow(payment);
			// An automatic charge has no customer present to confirm it.
			if (payment?.automatic && redirectUrl !== null) await failPayment(payment, "failed", "confirmation_needed");
			return ok({ paymentId, redirectUrl });
		} catch (error) {
			logger.warn("payment_start_failed", { paymentId, error });
			return providerUnavailable();
		}
	};
}

export const providerUnavailable = () =>
	fail("unavailable", "The payment service is not responding. Your order is safe. Please try again in a moment.", {
		retryAfter: 15,
	});
