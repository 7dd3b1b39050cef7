import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { forEachDue, runBudget } from "~/db/run-budget";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { withTimeout } from "~/lib/with-timeout";
import type { Outcome } from "~/platform/payment/payment-provider";
import { nextCheckAt } from "./check-schedule";
import type { FailPayment } from "./fail-payment.server";
import { paymentCheck } from "./payment-check.server";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type DuePayment, type PaymentRow } from "./payments.repo.server";
import type { ReceivedMoney, Settlement } from "./settle-invoice.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly providers: Pick<PaymentProviders, "get">;
	readonly settleInvoice: (payment: PaymentRow, received: ReceivedMoney) => Promise<Settlement>;
	readonly failPayment: FailPayment;
	readonly timeoutMs?: number;
}

/** Fetches payments' statuses from their providers and applies them. */
export function createPaymentChecks(deps: Dependencies) {
	const { db, clock, providers, settleInvoice, failPayment, timeoutMs = 10 * SECOND } = deps;
	const repo = createPaymentsRepo(db);

	/** Fetches the status and applies it. Money is only posted after this check, never on a webhook's word. */
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
				// Some providers report neither amount nor receipt. They guarantee the requested amount.
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
	 * One scheduled check of a payment. Queues the next check before this one, so that a failure here does not end the
	 * series. Two runs at once count as one.
	 */
	async function check(paymentId: string): Promise<void> {
		const payment = await repo.find(paymentId);
		if (!payment || payment.state === "succeeded" || payment.nextCheckAt === null) return;
		if (payment.nextCheckAt > clock()) return;
		const now = clock();
		const checks = payment.checks + 1;
		const next = nextCheckAt(payment.createdAt, checks);
		const counted = change(repo.countCheck(payment, next), next !== null && paymentCheck(payment, checks, next - now));
		await db.commit(counted, now);
		try {
			await verify(payment);
		} catch (error) {
			console.warn("payment check", paymentId, errorMessage(error));
		}
		// A request that never reached the provider expires too.
		if (payment.providerRef === null) await apply(payment, "", { state: "pending" });
	}

	return {
		check,
		verify,
		/** Runs all checks that are due, in case the queue lost a message. Returns the number of checks. */
		async reconcile(isOver = runBudget(db)): Promise<number> {
			const now = clock();
			return forEachDue<DuePayment>(
				(after) => repo.due(now, after, pageSize),
				({ id }) => check(id).catch((error) => console.error(`Payment ${id} failed:`, error)),
				isOver,
			);
		},
	};
}

const pageSize = 50;
