import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { withTimeout } from "~/lib/with-timeout";
import type { Outcome } from "~/platform/payment/payment-provider";
import { nextCheckAt } from "./check-schedule";
import type { FailPayment } from "./fail-payment.server";
import { paymentCheck } from "./payment-check.server";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";
import type { ReceivedMoney, Settlement } from "./settle-invoice.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: Pick<PaymentProviders, "get">;
	readonly settleInvoice: (payment: PaymentRow, received: ReceivedMoney) => Promise<Settlement>;
	readonly failPayment: FailPayment;
	/** Milliseconds that a provider has for its answer. */
	readonly timeoutMs?: number;
}

/** Asks providers how payments stand and does what the answer means. */
export function createPaymentChecks(deps: Dependencies) {
	const { db, clock, providers, settleInvoice, failPayment, timeoutMs = 10 * SECOND } = deps;
	const repo = createPaymentsRepo(db);

	/** What the provider's own books say: the only ground for posting money. */
	async function verify(payment: PaymentRow): Promise<Outcome["state"]> {
		const provider = providers.get(payment.provider);
		if (!provider || payment.providerRef === null) return "pending";
		const outcome = await withTimeout(provider.fetchStatus(payment.providerRef), timeoutMs);
		await apply(payment, payment.providerRef, outcome);
		return outcome.state;
	}

	async function apply(payment: PaymentRow, ref: string, outcome: Outcome): Promise<void> {
		switch (outcome.state) {
			case "succeeded": {
				// A provider that tells neither amount nor receipt vouches for what this attempt asked for.
				const { amount = payment.amount, currency = payment.currency, receipt = ref, paidWith } = outcome;
				await settleInvoice(payment, { amount, currency, receipt, paidWith });
				return;
			}
			case "failed":
				await failPayment(payment, outcome.code === "timed_out" ? "expired" : "failed", outcome.code);
				return;
			case "pending":
				if (payment.state === "pending" && clock() >= payment.expiresAt) {
					await failPayment(payment, "expired", "timed_out");
				}
		}
	}

	/**
	 * One question in the row of questions about a payment, the next one queued first: whatever fails here, it will be
	 * asked again. Two at once are one.
	 */
	async function check(paymentId: string): Promise<void> {
		const payment = await repo.find(paymentId);
		if (!payment || payment.state === "succeeded" || payment.nextCheckAt === null) return;
		if (payment.nextCheckAt > clock()) return;
		const now = clock();
		const checks = payment.checks + 1;
		const next = nextCheckAt(payment.createdAt, checks);
		const asked = change(repo.countCheck(payment, next), next !== null && paymentCheck(payment, checks, next - now));
		await db.commit(asked, now);
		try {
			await verify(payment);
		} catch (error) {
			console.warn("payment check", paymentId, errorMessage(error));
		}
		// A request that never reached the provider runs out like any other.
		if (payment.providerRef === null) await apply(payment, "", { state: "pending" });
	}

	return {
		check,
		verify,
		/** Every question that is due; for the schedule, which makes up for whatever the queue lost. */
		async reconcile(limit = 50): Promise<number> {
			const due = await repo.due(clock(), limit);
			for (const paymentId of due) await check(paymentId);
			return due.length;
		},
	};
}
