import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { forEachDue, runBudget } from "~/db/run-budget";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { logger } from "~/lib/log.server";
import { withTimeout } from "~/lib/with-timeout";
import type { Outcome, PaymentProvider } from "~/platform/payment/payment-provider";
import type { EventPayload } from "~/registry";
import { abandonedAfterMs, clearing, nextCheckAt, webhookDelayMs } from "./check-schedule";
import type { FailPayment } from "./fail-payment.server";
import { createLedgerRepo } from "./ledger.repo.server";
import { paymentCheck } from "./payment-check.server";
import type { PaymentProviders } from "./payment-providers";
import { createPaymentsRepo, type DuePayment, type PaymentRow } from "./payments.repo.server";
import type { ReceivedMoney, Settlement } from "./settle-invoice.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "invoice">;
	readonly providers: Pick<PaymentProviders, "get">;
	readonly settleInvoice: (payment: PaymentRow, received: ReceivedMoney) => Promise<Settlement>;
	readonly failPayment: FailPayment;
	readonly timeoutMs?: number;
}

/** Fetches payments' statuses from their providers and applies them. */
export function createPaymentChecks(deps: Dependencies) {
	const { db, clock, orders, providers, settleInvoice, failPayment, timeoutMs = 10 * SECOND } = deps;
	const repo = createPaymentsRepo(db);
	const ledger = createLedgerRepo(db);

	/** Fetches the status and applies it. Money is only posted after this check, never on a webhook's word. */
	async function verify(payment: PaymentRow): Promise<Outcome["state"]> {
		const provider = providers.get(payment.provider);
		if (!provider || payment.providerRef === null) return "pending";
		const status = await withTimeout(provider.fetchStatus(payment.providerRef), timeoutMs);
		const captured = await captureApproved(payment, provider, payment.providerRef, status);
		const outcome = await withReportedReceipt(payment, provider, payment.providerRef, captured);
		await apply(payment, payment.providerRef, outcome);
		return outcome.state;
	}

	/**
	 * Takes the money of a payment that its customer approved, unless the invoice was paid or cancelled in the meantime, or
	 * the payment is no longer open.
	 */
	async function captureApproved(
		{ id, invoiceId }: PaymentRow,
		provider: PaymentProvider,
		ref: string,
		status: Outcome,
	): Promise<Outcome> {
		if (status.state !== "pending" || status.step !== "approved" || !provider.capture) return status;
		const [payment, invoice] = await Promise.all([repo.find(id), orders.invoice(invoiceId)]);
		const isWanted = payment?.state === "pending" && payment.expiresAt > clock() && invoice?.state === "open";
		return isWanted ? withTimeout(provider.capture(ref, status.approval), timeoutMs) : status;
	}

	/** Adds what the provider's webhook reported and its status doesn't contain. */
	async function withReportedReceipt(
		{ createdAt }: PaymentRow,
		provider: PaymentProvider,
		ref: string,
		outcome: Outcome,
	): Promise<Outcome> {
		if (outcome.state !== "succeeded" || outcome.receipt !== undefined) return outcome;
		const body = await ledger.eventBody(provider.id, ref);
		const webhook = body ? await provider.parseWebhook(new TextEncoder().encode(body), new Headers(), clock()) : null;
		if (webhook?.kind === "event" && webhook.claim.state === "succeeded") return { ...webhook.claim, ...outcome };
		// The webhook usually arrives at about the same time.
		return clock() < createdAt + webhookDelayMs ? { state: "pending" } : outcome;
	}

	async function apply(payment: PaymentRow, ref: string, outcome: Outcome): Promise<void> {
		switch (outcome.state) {
			case "succeeded": {
				// Some providers report no amount, and guarantee the requested one. The receipt may come later.
				const { amount = payment.amount, currency = payment.currency, receipt = ref, paidWith } = outcome;
				await settleInvoice(payment, { amount, currency, receipt, paidWith });
				return;
			}
			case "failed":
				await failPayment(payment, outcome.code === "timed_out" ? "expired" : "failed", outcome.code);
				return;
			case "pending": {
				const now = clock();
				const clearedBy = payment.createdAt + clearing.timeoutMs;
				if (outcome.step === "clearing" && now < clearedBy) {
					const times = { expiresAt: clearedBy, nextCheckAt: now + clearing.checkMs };
					await db.commit(repo.setClearing(payment.id, times), now);
				} else if (payment.state === "pending" && now >= payment.expiresAt) {
					await failPayment(payment, "expired", "timed_out");
				}
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
		const next = nextCheckAt(payment.createdAt, checks, payment.redirectUrl !== null);
		const counted = change(repo.countCheck(payment, next), next !== null && paymentCheck(payment, checks, next - now));
		await db.commit(counted, now);
		try {
			await verify(payment);
		} catch (error) {
			logger.warn("payment_check_failed", { paymentId, error });
		}
		// A request that never reached the provider expires too.
		if (payment.providerRef === null) await apply(payment, "", { state: "pending" });
		else await withdrawAbandoned(paymentId, payment.providerRef);
	}

	/** Withdraws a payment that its customer has left. Then it needs no more checks. */
	async function withdrawAbandoned(paymentId: string, providerRef: string): Promise<void> {
		const payment = await repo.find(paymentId);
		if (payment?.state !== "expired" && payment?.state !== "failed") return;
		const provider = providers.get(payment.provider);
		if (!provider?.withdraw) return;
		const now = clock();
		const isReplaced = payment.state === "expired" && payment.expiresAt > now;
		const isOld = now - payment.createdAt >= abandonedAfterMs;
		if (!isReplaced && !isOld && (await orders.invoice(payment.invoiceId))?.state === "open") return;
		try {
			if (await withTimeout(provider.withdraw(providerRef), timeoutMs))
				await db.commit(repo.countCheck(payment, null), now);
		} catch (error) {
			logger.warn("payment_not_withdrawn", { paymentId, error });
		}
	}

	/**
	 * Checks a payment because a webhook reported on it. Returns false if the webhook reported money that the provider does
	 * not confirm yet.
	 */
	async function confirm({ paymentId, providerRef, claimed }: EventPayload<"payment.confirm">): Promise<boolean> {
		const payment = await repo.find(paymentId);
		const isComplete = payment?.state === "succeeded" && payment.receipt !== payment.providerRef;
		if (!payment || isComplete) return true;
		// The webhook may arrive before the answer to our request, so take the reference from it.
		try {
			const state = await verify({ ...payment, providerRef: payment.providerRef ?? providerRef });
			if (state !== "pending") return true;
		} catch (error) {
			logger.warn("payment_check_failed", { paymentId, operation: "confirmation", error });
		}
		return claimed !== "succeeded";
	}

	/** Checks the payment whose customer has come back from its provider's page, so that our page shows the result. */
	async function checkReturned(invoiceId: string): Promise<void> {
		const attempts = await repo.ofInvoice(invoiceId);
		const returned = attempts.find(({ state, redirectUrl }) => state === "pending" && redirectUrl !== null);
		if (!returned) return;
		await verify(returned).catch((error) => logger.warn("payment_check_failed", { paymentId: returned.id, error }));
	}

	return {
		check,
		checkReturned,
		confirm,
		verify,
		/** Runs all checks that are due, in case the queue lost a message. Returns the number of checks. */
		async reconcile(isOver = runBudget(db)): Promise<number> {
			const now = clock();
			return forEachDue<DuePayment>(
				(after) => repo.due(now, after, pageSize),
				({ id }) => check(id).catch((error) => logger.error("payment_check_failed", { paymentId: id, error })),
				isOver,
			);
		},
	};
}

const pageSize = 50;
