import { chargedTotal } from "~/features/invoices/billing";
import type { InvoiceState } from "~/features/invoices/invoice-state";
import { payableAmount } from "~/features/payments/payable";
import type { PaymentMethod } from "~/features/payments/payment-method";
import { type Currency, formatMoney, money } from "~/lib/money";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { RefundablePart } from "~/platform/payment/provider-refunds";
import type { RefundTarget } from "./refund-state";

// All amounts in minor units.

export interface RefundedInvoice {
	readonly number: string;
	readonly state: InvoiceState;
	readonly currency: Currency;
	readonly subtotal: number;
	readonly tax: number;
	readonly total: number;
	readonly creditUsed: number;
	readonly lines: readonly { id: string; description: string; quantity: number; amount: number }[];
	/** Newest first. */
	readonly payments: readonly InvoicePayment[];
	/** What was paid, less what was turned into credit and paid back. */
	readonly left: number;
	readonly creditNotes: readonly { number: string; tax: number; total: number; lineIds: readonly string[] }[];
}

/** Money that was paid for the invoice. */
export interface InvoicePayment {
	/** Null for credit. */
	readonly payment: { readonly id: string; readonly method: PaymentMethod; readonly amount: number } | null;
	readonly provider: string;
	/** The part of the payment that was needed for the invoice. */
	readonly amount: number;
	/** What was paid back to this payment or is on its way there. */
	readonly refunded: number;
	/** What the provider can pay back. Null if nothing. */
	readonly part: RefundablePart | null;
}

export interface RefundWish {
	readonly to: RefundTarget;
	/** Null for everything that is left, or for the lines. */
	readonly amount: number | null;
	/** Ids of invoice lines. */
	readonly lines: readonly string[] | null;
}

export interface RefundPlan {
	readonly net: number;
	readonly tax: number;
	readonly total: number;
	readonly lines: readonly { invoiceLineId: string | null; description: string; quantity: number; amount: number }[];
	/** How much goes where. Credit that was used for the invoice becomes credit again. */
	readonly parts: readonly { target: RefundTarget; paymentId: string | null; provider: string; amount: number }[];
}

/** What to pay back, where to, and what the credit note says. Fails with the field that has to change. */
export function planRefund(invoice: RefundedInvoice, wish: RefundWish): Result<RefundPlan> {
	const { number, state, currency, left } = invoice;
	if (state === "open" || state === "void")
		return fail("conflict", `Invoice ${number} is not paid, so there is nothing to refund.`);
	if (left <= 0) return fail("conflict", `Everything that was paid for invoice ${number} is already paid back.`);
	const amount = amountOf(invoice, wish);
	if (!amount.ok) return amount;
	const total = amount.value;
	const text = (minor: number) => formatMoney(money(minor, currency));
	const field = wish.lines ? "lines" : "amount";
	if (total > left) return failField(field, `At most ${text(left)} of invoice ${number} can be refunded.`);
	if (total <= 0) return failField(field, "This is nothing to refund.");
	if (total !== left && total !== payableAmount(money(total, currency)).amount)
		return failField(field, "Refund whole shillings. M-Pesa can't pay back cents.");
	const parts = partsOf(invoice, total, wish.to);
	if (!parts.ok) return parts;
	const tax = taxOf(invoice, total);
	const net = total - tax;
	return ok({ net, tax, total, lines: linesOf(invoice, wish, net, total === left), parts: parts.value });
}

/** What the credit note says about money that a provider has paid back without a request from us. At most what is left. */
export function planMadeRefund(
	invoice: RefundedInvoice,
	{ paymentId, provider, amount }: { paymentId: string; provider: string; amount: number },
): RefundPlan {
	const total = Math.min(amount, invoice.left);
	const tax = taxOf(invoice, total);
	const wish = { to: "payment", amount: total, lines: null } as const;
	return {
		...{ net: total - tax, tax, total },
		lines: linesOf(invoice, wish, total - tax, total === invoice.left),
		parts: [{ target: "payment", paymentId, provider, amount: total }],
	};
}

/** The amount of the wish. A line's amount includes its part of the discount and the tax. */
function amountOf({ lines, subtotal, creditNotes, left, ...invoice }: RefundedInvoice, wish: RefundWish) {
	if (!wish.lines) return ok(wish.amount ?? left);
	const known = new Map(lines.map((line) => [line.id, line]));
	let chosen = 0;
	for (const id of new Set(wish.lines)) {
		const line = known.get(id);
		if (!line) return failField("lines", `The invoice has no line ${id.slice(0, 64)}.`);
		const earlier = creditNotes.find(({ lineIds }) => lineIds.includes(id));
		if (earlier) return failField("lines", `${line.description} was already refunded with ${earlier.number}.`);
		chosen += line.amount;
	}
	if (subtotal <= 0) return failField("lines", "The lines of this invoice have no price. Choose an amount.");
	const charged = chargedTotal(invoice);
	const share = Number((BigInt(chosen) * BigInt(charged.amount)) / BigInt(subtotal));
	return ok(payableAmount(money(share, charged.currency)).amount);
}

/** Its part of the tax. The parts of all credit notes add up to the invoice's tax, without rounding errors. */
function taxOf({ tax, creditNotes, ...invoice }: RefundedInvoice, total: number): number {
	const charged = chargedTotal(invoice).amount;
	const earlier = creditNotes.reduce((sum, note) => sum + note.total, 0);
	const upTo = (amount: number) =>
		charged <= 0 ? 0 : Number((BigInt(tax) * BigInt(Math.min(amount, charged))) / BigInt(charged));
	return upTo(earlier + total) - upTo(earlier);
}

/** The lines of the credit note, which add up to `net`. */
function linesOf({ number, lines }: RefundedInvoice, wish: RefundWish, net: number, isRest: boolean) {
	if (!wish.lines) {
		const description = isRest && wish.amount === null ? `Rest of invoice ${number}` : `Part of invoice ${number}`;
		return [{ invoiceLineId: null, description, quantity: 1, amount: net }];
	}
	const chosen = lines.filter(({ id }) => wish.lines?.includes(id));
	const sum = chosen.reduce((total, { amount }) => total + amount, 0);
	let before = 0;
	let listed = 0;
	return chosen.map(({ id: invoiceLineId, description, quantity, amount }) => {
		before += amount;
		const upTo = Number((BigInt(net) * BigInt(before)) / BigInt(sum));
		const line = { invoiceLineId, description, quantity, amount: upTo - listed };
		listed = upTo;
		return line;
	});
}

type Part = RefundPlan["parts"][number];

const toCredit = (amount: number): Part => ({ target: "credit", paymentId: null, provider: "credit", amount });

/** Which payments the money goes back to, the newest first. */
function partsOf(invoice: RefundedInvoice, total: number, to: RefundTarget): Result<Part[]> {
	if (to === "credit") return ok([toCredit(total)]);
	const parts: Part[] = [];
	let rest = total;
	// Credit comes last, because the customer wants the money.
	const payments = invoice.payments.toSorted((a, b) => Number(a.payment === null) - Number(b.payment === null));
	for (const paid of payments) {
		const amount = Math.min(rest, paid.payment ? paid.amount - paid.refunded : rest);
		if (amount <= 0) continue;
		const obstacle = to === "payment" && paid.payment ? obstacleOf(paid, paid.payment, amount, invoice.currency) : null;
		if (obstacle) return failField("to", obstacle);
		const { payment, provider } = paid;
		parts.push(payment ? { target: to, paymentId: payment.id, provider, amount } : toCredit(amount));
		rest -= amount;
	}
	// What the payments can't take back, because earlier refunds went to credit.
	return ok(rest > 0 ? [...parts, toCredit(rest)] : parts);
}

/** Why the provider can't pay this amount back, and what staff can do. Null if it can. */
function obstacleOf(
	{ provider, part, refunded }: InvoicePayment,
	payment: NonNullable<InvoicePayment["payment"]>,
	amount: number,
	currency: Currency,
): string | null {
	const instead = "Choose credit, or pay it back by hand.";
	if (part === null) return `Refunds through ${provider} have to be paid by hand. Choose credit or by_hand.`;
	if (part === "parts") return null;
	if (refunded > 0) return `${provider} has already refunded this payment once. ${instead}`;
	if (part === "once" || amount === payment.amount) return null;
	return `${provider} refunds this payment only as a whole, ${formatMoney(money(payment.amount, currency))}. ${instead}`;
}
