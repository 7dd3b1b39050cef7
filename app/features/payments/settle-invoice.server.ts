import { type Change, type Committed, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import { amountDue } from "~/features/invoices/billing";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { money } from "~/lib/money";
import type { PaidWith } from "~/platform/payment/payment-provider";
import type { NotificationParams } from "~/registry";
import type { Cards } from "./cards.server";
import { tellOfCredit } from "./credit.server";
import { createLedgerRepo } from "./ledger.repo.server";
import { logPaymentEnd } from "./log-payment-end.server";
import { defaultSource, newAttempt } from "./new-attempt";
import { payableAmount } from "./payable";
import { createPaymentsRepo, type PaymentRow } from "./payments.repo.server";
import type { ReviewReason } from "./review-reason";

/** The state of the invoice for which credit was given. */
type CreditedInvoice = NotificationParams<"payment.credited">["invoiceState"];

/** Money as the provider reports it. `amount` in minor units. */
export interface ReceivedMoney {
	readonly amount: number;
	readonly currency: PaymentRow["currency"];
	readonly receipt: string;
	readonly paidWith?: PaidWith | undefined;
}

/** Who reports money that was sent without a request from us. */
type Sender = Pick<PaymentRow, "provider" | "method">;

/**
 * `credited`: the invoice was no longer open, so the money became the customer's credit. `review`: the money does not
 * match the payment, so staff decide.
 */
export type Settlement = "settled" | "already_settled" | "credited" | "review";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly orders: Pick<Orders, "invoice" | "markInvoicePaid">;
	readonly cards: Pick<Cards, "save">;
}

/**
 * The only place where received money is posted. Idempotent: a payment settles once, however often it is reported. Amount,
 * currency and receipt must match.
 */
export function createSettleInvoice({ db, clock, orders, cards }: Dependencies) {
	const repo = createPaymentsRepo(db);
	const ledger = createLedgerRepo(db);

	async function settleInvoice(payment: PaymentRow, received: ReceivedMoney): Promise<Settlement> {
		const invoice = await invoiceOf(payment);
		const mismatch = findMismatch(payment, invoice, received);
		if (mismatch) return sendToReview(payment, received, mismatch);
		const { state } = await settle(payment, invoice, received, repo.setSucceeded(payment.id, received, clock()));
		if (state === "ok") return "settled";
		if (state === "duplicate") return resolveKnownReceipt(payment, received);
		const current = await repo.find(payment.id);
		if (current?.state === "succeeded") return addReceipt(current, received);
		// Credit was used for the invoice since it was read, or a line was removed, so less of the money is needed.
		const now = await invoiceOf(payment);
		const changed = now.creditUsed !== invoice.creditUsed || now.total !== invoice.total;
		if (now.state === "open" && changed) return settleInvoice(payment, received);
		return creditPayment(payment, now, received, repo.setSucceeded(payment.id, received, clock()));
	}

	/**
	 * Posts money that a customer sent without a request from us. Less than is due becomes credit. @param also belongs to
	 * the same commit. If it is stale, nothing is posted and the result is `already_settled`.
	 */
	async function settleDirect(
		invoice: Invoice,
		received: ReceivedMoney,
		sender: Sender,
		also?: Change,
	): Promise<Settlement> {
		const payment = directPayment(invoice, received, sender, clock());
		const inserted = change(repo.insertSettled(payment), also);
		const isEnough = received.amount >= payableAmount(amountDue(invoice)).amount;
		if (invoice.state === "open" && isEnough) {
			const { state } = await settle(payment, invoice, received, inserted);
			if (state === "ok") return "settled";
			if (state === "duplicate") return "already_settled";
			const now = await invoiceOf(payment);
			const changed = now.creditUsed !== invoice.creditUsed || now.total !== invoice.total;
			if (now.state !== "open" || changed) return settleDirect(now, received, sender, also);
		}
		return creditPayment(payment, invoice, received, inserted);
	}

	async function invoiceOf(payment: PaymentRow): Promise<Invoice> {
		const invoice = await orders.invoice(payment.invoiceId);
		if (!invoice) throw new Error(`Payment ${payment.id} has no invoice`);
		return invoice;
	}

	/** @param recorded marks the payment as succeeded */
	async function settle(
		payment: PaymentRow,
		invoice: Invoice,
		received: ReceivedMoney,
		recorded: Change,
	): Promise<Committed> {
		const now = clock();
		// If less is due than when the payment was requested, the surplus becomes credit.
		const surplus = Math.max(0, received.amount - payableAmount(amountDue(invoice)).amount);
		const [savedCard, paid] = await Promise.all([
			cards.save(payment, received.paidWith),
			orders.markInvoicePaid(invoice, now, payment.automatic ? "system" : "customer"),
		]);
		const settled = change(
			ledger.post(ledgerEntry(payment, { ...received, amount: received.amount - surplus }, "payment", now)),
			recorded,
			savedCard,
			paid,
			surplus > 0 && addCredit(payment, invoice, { ...received, amount: surplus }, now),
		);
		return db.commit(settled, now);
	}

	/** The money becomes credit. Staff review it, unless it only is too little. */
	async function creditPayment(
		payment: PaymentRow,
		invoice: Invoice,
		received: ReceivedMoney,
		recorded: Change,
	): Promise<Settlement> {
		const now = clock();
		const isShort = invoice.state === "open" && received.amount < payableAmount(amountDue(invoice)).amount;
		const { state } = await db.commit(
			change(
				recorded,
				!isShort && ledger.review(reviewOf(payment, received, `invoice_${invoice.state}`, now)),
				addCredit(payment, invoice, received, now, isShort ? "underpaid" : invoice.state),
			),
			now,
		);
		if (state === "duplicate") return resolveKnownReceipt(payment, received);
		return state === "ok" ? "credited" : "already_settled";
	}

	/** Posts credit and notifies the customer. */
	function addCredit(
		payment: PaymentRow,
		invoice: Invoice,
		received: ReceivedMoney,
		now: number,
		invoiceState: CreditedInvoice = invoice.state,
	): Change {
		const { id: paymentId, userId } = payment;
		const { id: invoiceId, number } = invoice;
		const params = { money: money(received.amount, received.currency), invoice: number, invoiceState };
		const kind = "payment.credited";
		return change(
			ledger.post(ledgerEntry(payment, received, "credit", now)),
			log({ kind, actor: "system", params, owner: { userId }, subjectId: invoiceId }),
			tellOfCredit(userId, { kind, params: { ...params, invoiceId } }, paymentId),
		);
	}

	/** A payment that was settled without its receipt gets it now. */
	async function addReceipt(payment: PaymentRow, received: ReceivedMoney): Promise<Settlement> {
		const { receipt, providerRef } = payment;
		if (receipt === null || receipt !== providerRef || received.receipt === receipt) return "already_settled";
		const added = change(
			repo.setReceipt(payment, received.receipt),
			ledger.setReceipt(payment, receipt, received.receipt),
		);
		const { state } = await db.commit(added, clock());
		return state === "duplicate" ? sendToReview(payment, received, "receipt_reused") : "already_settled";
	}

	/** Handles a receipt that is already in the ledger: this payment's own, or one that is used a second time. */
	async function resolveKnownReceipt(payment: PaymentRow, received: ReceivedMoney): Promise<Settlement> {
		const known = await ledger.entryOf(payment.provider, received.receipt);
		// A request without an answer may have been posted from the provider's notice of the same money.
		const isSameMoney = known?.invoiceId === payment.invoiceId && known.paymentId !== null;
		return isSameMoney ? "already_settled" : sendToReview(payment, received, "receipt_reused");
	}

	async function sendToReview(payment: PaymentRow, received: ReceivedMoney, reason: ReviewReason): Promise<Settlement> {
		const now = clock();
		const review = ledger.review(reviewOf(payment, received, reason, now));
		await db.commit(change(review, repo.setUnderReview(payment.id)), now);
		return "review";
	}

	return {
		async settleInvoice(payment: PaymentRow, received: ReceivedMoney): Promise<Settlement> {
			const settlement = await settleInvoice(payment, received);
			if (settlement !== "already_settled") logPaymentEnd({ ...payment, ...amountOf(received) }, settlement);
			return settlement;
		},

		async settleDirect(invoice: Invoice, received: ReceivedMoney, sender: Sender, also?: Change): Promise<Settlement> {
			const settlement = await settleDirect(invoice, received, sender, also);
			if (settlement !== "already_settled")
				logPaymentEnd({ invoiceId: invoice.id, ...sender, ...amountOf(received) }, settlement);
			return settlement;
		},
	};
}

const amountOf = ({ amount, currency }: ReceivedMoney) => ({ amount, currency });

export type Settlements = ReturnType<typeof createSettleInvoice>;

/** The row of a payment that was made without a request. */
const directPayment = (
	{ id: invoiceId, userId }: Invoice,
	{ amount, currency, receipt }: ReceivedMoney,
	{ provider, method }: Sender,
	now: number,
): PaymentRow => ({
	...newAttempt(
		{ userId, invoiceId, provider, amount: money(amount, currency), source: { ...defaultSource, method } },
		now,
	),
	state: "succeeded",
	receipt,
	automatic: false,
	prompted: false,
	retryAt: null,
	cardName: null,
	failureCode: null,
	checks: 0,
	nextCheckAt: null,
	settledAt: now,
});

function findMismatch(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney): ReviewReason | null {
	const due = payableAmount(amountDue(invoice));
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

function reviewOf(payment: PaymentRow, received: ReceivedMoney, reason: ReviewReason, createdAt: number) {
	const { id, provider, invoiceId, amount, currency } = payment;
	const { paidWith, ...money } = received;
	const body = JSON.stringify({ invoiceId, asked: { amount, currency }, received: money });
	return { about: id, provider, paymentId: id, reason, body, createdAt };
}
