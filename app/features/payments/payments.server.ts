import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import type { Clock } from "../../platform/clock";
import type { PaymentProvider } from "../../platform/payment/payment-provider";
import type { Orders } from "../orders/orders.server";
import { createPaymentChecks } from "./check-payment.server";
import { createCredit } from "./credit.server";
import { createHandleWebhook } from "./handle-webhook.server";
import { paymentsRepo } from "./payments.repo.server";
import { createSettleInvoice } from "./settle-invoice.server";
import { createStartPayment } from "./start-payment.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "invoice" | "ownInvoice" | "paid" | "payerPhone">;
	/** Takes new payments. */
	readonly provider: PaymentProvider;
	readonly appOrigin: string;
	readonly dispatch: (effectIds: readonly string[]) => void;
	readonly waitUntil: (work: Promise<unknown>) => void;
}

export type Payments = ReturnType<typeof createPayments>;

export function createPayments({ db, clock, orders, provider, appOrigin, dispatch, waitUntil }: Dependencies) {
	const providers = new Map([[provider.id, provider]]);
	const settleInvoice = createSettleInvoice({ db, clock, orders, dispatch });
	const checks = createPaymentChecks({ db, clock, providers, settleInvoice, dispatch });
	const credit = createCredit({ db, clock, orders, dispatch });
	const repo = paymentsRepo(db);

	return {
		start: createStartPayment({ db, clock, orders, provider, appOrigin }),
		handleWebhook: createHandleWebhook({ db, clock, providers, verify: checks.verify }),
		check: checks.check,
		reconcile: checks.reconcile,
		settleInvoice,
		credit,

		/** An invoice and the attempts to pay it, newest first; undefined when it is not the owner's. */
		async overview(owner: Owner, invoiceId: string) {
			const [invoice, attempts, payerPhone, credits] = await Promise.all([
				orders.ownInvoice(owner, invoiceId),
				repo.ofInvoice(invoiceId),
				orders.payerPhone(owner, invoiceId),
				credit.balances(owner),
			]);
			if (!invoice) return undefined;
			// Somebody is looking: a question that is due need not wait for the queue.
			const due = attempts.filter(
				({ state, nextCheckAt }) => state === "pending" && (nextCheckAt ?? Infinity) <= clock(),
			);
			for (const { id } of due) waitUntil(checks.check(id));
			return { invoice, attempts, payerPhone, credits };
		},
	};
}
