import { type Change, type Committed, change, log, notify } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import { amountDue } from "~/features/invoices/billing";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { money } from "~/lib/money";
import type { PaidWith } from "~/platform/payment/payment-provider";
import type { Cards } from "./cards.server";
import { createLedgerRepo } from "./ledger.repo.server";
import { payableAmount } from "./payable";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";

/** Money as the provider's books report it. */
export interface ReceivedMoney {
	readonly amount: number;
	readonly currency: PaymentRow["currency"];
	readonly receipt: string;
	readonly paidWith?: PaidWith | undefined;
}

/**
 * `credited`: the money is the customer's, but the invoice was not open any more. `review`: it does not match what was
 * asked for, so it pays nothing until staff decide.
 */
export type Settlement = "settled" | "already_settled" | "credited" | "review";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "invoice" | "markInvoicePaid">;
	readonly cards: Pick<Cards, "save">;
}

/**
 * The one place where money is posted. Idempotent: the same payment settles once, however often and from wherever it
 * is reported; amount, currency and receipt must be right.
 */
export function createSettleInvoice({ db, clock, orders, cards }: Dependencies) {
	const repo = createPaymentsRepo(db);
	const ledger = createLedgerRepo(db);

	return async function settleInvoice(payment: PaymentRow, received: ReceivedMoney): Promise<Settlement> {
		const invoice = await invoiceOf(payment);
		const mismatch = findMismatch(payment, invoice, received);
		if (mismatch) return sendToReview(payment, received, mismatch);
		const { state } = await settle(payment, invoice, received);
		if (state === "ok") return "settled";
		if (state === "duplicate") return resolveKnownReceipt(payment, received);
		if ((await repo.find(payment.id))?.state === "succeeded") return "already_settled";
		// Credit was used for the invoice since it was read: less of the money is needed.
		const now = await invoiceOf(payment);
		if (now.state === "open" && now.creditUsed !== invoice.creditUsed) return settleInvoice(payment, received);
		return creditPayment(payment, now, received);
	};

	async function invoiceOf(payment: PaymentRow): Promise<Invoice> {
		const invoice = await orders.invoice(payment.invoiceId);
		if (!invoice) throw new Error(`Payment ${payment.id} is for no invoice`);
		return invoice;
	}

	async function settle(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney): Promise<Committed> {
		const now = clock();
		// Asked for before credit was used for the invoice: what is too much becomes credit again.
		const surplus = Math.max(0, received.amount - amountDue(invoice).amount);
		const [kept, paid] = await Promise.all([
			cards.save(payment, received.paidWith),
			orders.markInvoicePaid(invoice, now, payment.automatic ? "system" : "customer"),
		]);
		const settled = change(
			ledger.post(ledgerEntry(payment, { ...received, amount: received.amount - surplus }, "payment", now)),
			repo.setSucceeded(payment.id, received, now),
			kept,
			paid,
			surplus > 0 && addCredit(payment, invoice, { ...received, amount: surplus }, now),
		);
		return db.commit(settled, now);
	}

	/** The invoice was paid otherwise, or its order cancelled: the money is kept for the customer, for staff to review. */
	async function creditPayment(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney): Promise<Settlement> {
		const now = clock();
		const { state } = await db.commit(
			change(
				repo.setSucceeded(payment.id, received, now),
				ledger.review(reviewOf(payment, received, `invoice_${invoice.state}`, now)),
				addCredit(payment, invoice, received, now),
			),
			now,
		);
		if (state === "duplicate") return resolveKnownReceipt(payment, received);
		return state === "ok" ? "credited" : "already_settled";
	}

	/** Money that no open invoice was waiting for, and what the customer reads about it. */
	function addCredit(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney, now: number): Change {
		const { id: paymentId, userId } = payment;
		const { id: invoiceId, number, state: invoiceState } = invoice;
		const params = { money: money(received.amount, received.currency), invoice: number, invoiceState };
		const kind = "payment.credited";
		return change(
			ledger.post(ledgerEntry(payment, received, "credit", now)),
			log({ kind, actor: "system", params, owner: { userId }, subjectId: invoiceId }),
			notify({ kind, userId, params: { ...params, invoiceId }, once: paymentId }),
		);
	}

	/** A receipt that is in the ledger already: this payment's own, or one that somebody tries to use again. */
	async function resolveKnownReceipt(payment: PaymentRow, received: ReceivedMoney): Promise<Settlement> {
		const known = await ledger.entryOf(payment.provider, received.receipt);
		return known?.paymentId === payment.id ? "already_settled" : sendToReview(payment, received, "receipt_reused");
	}

	async function sendToReview(payment: PaymentRow, received: ReceivedMoney, reason: string): Promise<Settlement> {
		const now = clock();
		const review = ledger.review(reviewOf(payment, received, reason, now));
		await db.commit(change(review, repo.setUnderReview(payment.id)), now);
		return "review";
	}
}

function findMismatch(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney): string | null {
	const due = payableAmount(amountDue(invoice), payment.method);
	if (received.currency !== payment.currency || received.currency !== due.currency) return "currency_mismatch";
	if (received.amount !== payment.amount || received.amount < due.amount) return "amount_mismatch";
	return null;
}

function ledgerEntry(payment: PaymentRow, received: ReceivedMoney, kind: "payment" | "credit", now: number) {
	const { id: paymentId, userId, invoiceId, provider } = payment;
	const { amount, currency, receipt } = received;
	const money = { amount, currency, receipt };
	return { id: createId("led", now), userId, invoiceId, paymentId, kind, provider, ...money, createdAt: now };
}

function reviewOf(payment: PaymentRow, received: ReceivedMoney, reason: string, createdAt: number) {
	const { id, provider, invoiceId, amount, currency } = payment;
	const { paidWith, ...money } = received;
	const body = JSON.stringify({ invoiceId, asked: { amount, currency }, received: money });
	return { about: id, provider, paymentId: id, reason, body, createdAt };
}
