import { type Database, NothingChanged, violates } from "~/db/client.server";
import type { Invoice } from "~/db/schema";
import { amountDue } from "~/features/orders/billing";
import type { Orders } from "~/features/orders/orders.server";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { formatMoney, money } from "~/lib/money";
import type { PaidWith } from "~/platform/payment/payment-provider";
import type { Cards } from "./cards.server";
import { creditNotice } from "./credit-notice.repo.server";
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
	readonly orders: Pick<Orders, "invoice" | "paid">;
	readonly cards: Pick<Cards, "keep">;
	readonly dispatch: (effectIds: readonly string[]) => void;
}

/**
 * The one place where money is posted. Idempotent: the same payment settles once, however often and from wherever it
 * is reported; amount, currency and receipt must be right.
 */
export function createSettleInvoice({ db, clock, orders, cards, dispatch }: Dependencies) {
	const repo = createPaymentsRepo(db);
	const ledger = createLedgerRepo(db);

	return async function settleInvoice(payment: PaymentRow, received: ReceivedMoney): Promise<Settlement> {
		const invoice = await invoiceOf(payment);
		const mismatch = compare(payment, invoice, received);
		if (mismatch) return park(payment, received, mismatch);
		try {
			return await post(payment, invoice, received);
		} catch (error) {
			if (isReceiptKnown(error)) return resolveKnownReceipt(payment, received);
			if (!(error instanceof NothingChanged)) throw error;
			if ((await repo.find(payment.id))?.state === "succeeded") return "already_settled";
			// Credit was used for the invoice since it was read: less of the money is needed.
			const now = await invoiceOf(payment);
			if (now.state === "open" && now.creditUsed !== invoice.creditUsed) return settleInvoice(payment, received);
			return credit(payment, now, received);
		}
	};

	async function invoiceOf(payment: PaymentRow): Promise<Invoice> {
		const invoice = await orders.invoice(payment.invoiceId);
		if (!invoice) throw new Error(`Payment ${payment.id} is for no invoice`);
		return invoice;
	}

	async function post(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney): Promise<Settlement> {
		const now = clock();
		const paid = await orders.paid(invoice, now, payment.automatic ? "system" : "customer");
		// Asked for before credit was used for the invoice: what is too much becomes credit again.
		const surplus = Math.max(0, received.amount - amountDue(invoice).amount);
		await db.write([
			ledger.postEntry(entry(payment, { ...received, amount: received.amount - surplus }, "payment", now)),
			...repo.setSucceeded(payment.id, received, now),
			...(await cards.keep(payment, received.paidWith)),
			...paid.statements,
			...(surplus > 0 ? keepAsCredit(payment, invoice, { ...received, amount: surplus }, now) : []),
		]);
		dispatch(paid.effects);
		return "settled";
	}

	/** The invoice was paid otherwise, or its order cancelled: the money is kept for the customer, and staff are told. */
	async function credit(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney): Promise<Settlement> {
		const now = clock();
		try {
			await db.write([
				...repo.setSucceeded(payment.id, received, now),
				ledger.review(reviewOf(payment, received, `invoice_${invoice.state}`, now)),
				...keepAsCredit(payment, invoice, received, now),
			]);
			return "credited";
		} catch (error) {
			if (isReceiptKnown(error)) return resolveKnownReceipt(payment, received);
			if (error instanceof NothingChanged) return "already_settled";
			throw error;
		}
	}

	function keepAsCredit(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney, now: number) {
		const { id: paymentId, userId } = payment;
		const sum = formatMoney(money(received.amount, received.currency));
		return [
			ledger.postEntry(entry(payment, received, "credit", now)),
			...creditNotice(db, { userId, paymentId, invoice, sum, now }),
		];
	}

	/** A receipt that is in the ledger already: this payment's own, or one that somebody tries to use again. */
	async function resolveKnownReceipt(payment: PaymentRow, received: ReceivedMoney): Promise<Settlement> {
		const known = await ledger.entryOf(payment.provider, received.receipt);
		return known?.paymentId === payment.id ? "already_settled" : park(payment, received, "receipt_reused");
	}

	async function park(payment: PaymentRow, received: ReceivedMoney, reason: string): Promise<Settlement> {
		await db.write([ledger.review(reviewOf(payment, received, reason, clock())), repo.setUnderReview(payment.id)]);
		return "review";
	}
}

function compare(payment: PaymentRow, invoice: Invoice, received: ReceivedMoney): string | null {
	const due = payableAmount(amountDue(invoice), payment.method);
	if (received.currency !== payment.currency || received.currency !== due.currency) return "currency_mismatch";
	if (received.amount !== payment.amount || received.amount < due.amount) return "amount_mismatch";
	return null;
}

const isReceiptKnown = (error: unknown): boolean =>
	violates(error, "ledger_entries.receipt") || violates(error, "payments.receipt");

function entry(payment: PaymentRow, received: ReceivedMoney, kind: "payment" | "credit", now: number) {
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
