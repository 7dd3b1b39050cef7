import { taxLabel } from "~/features/catalog/settings";
import { domainIn } from "~/features/domains/domain-in";
import { toUnicode } from "~/features/domains/to-unicode";
import { fiscalText, invoiceNoun } from "~/features/fiscal/fiscal-text";
import { type DirectWays, transferDetails } from "~/features/payments/direct-ways";
import { roundingLabel } from "~/features/payments/payable";
import { methodNames } from "~/features/payments/payment-method";
import { formatDay, type Locale } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import { qrOf } from "~/lib/qr";
import { chargedTotal } from "./billing";
import type { Billing } from "./billing.server";
import { toListedInvoice } from "./listed-invoice";

type Payment = Invoice["payments"][number];
type Refund = Invoice["creditNotes"][number]["refunds"][number];
/** A stored invoice with its lines and payments. */
export type Invoice = NonNullable<Awaited<ReturnType<Billing["invoice"]>>>;

export type InvoiceText = ReturnType<typeof invoiceDocument>;

/**
 * The texts of an invoice, for its page and PDF. Omits discount, tax and shipping if they are 0.
 * @param ways how the invoice can be paid without a request from us
 */
export function invoiceDocument(invoice: Invoice, now: number, locale: Locale, ways: DirectWays = noWays) {
	const text = (amount: number) => formatMoney(money(amount, invoice.currency), locale.language);
	const adjustments = [
		{ label: "Discount", amount: -invoice.discount },
		{ label: taxLabel(invoice.taxBasisPoints), amount: invoice.tax },
		{ label: "Shipping", amount: invoice.shipping },
	];
	// A cancelled invoice has no payments, because its credit was returned.
	const paid = invoice.state === "void" ? [] : invoice.payments;
	const rounding = roundingOf(invoice);
	const refunded = invoice.creditNotes.reduce((sum, note) => sum + note.total, 0);
	const listed = toListedInvoice(invoice, now, locale, refunded);
	const fiscal = fiscalText(invoice.fiscal, locale);
	return {
		...listed,
		/** "Tax invoice KK2026000001" */
		title: `${invoiceNoun(fiscal)} ${invoice.number}`,
		fiscal: fiscal?.state === "signed" ? { ...fiscal, qr: qrOf(fiscal.url) } : fiscal,
		/** How to pay from the M-Pesa menu and by bank transfer, each a block of lines. */
		howToPay: listed.payable ? howToPay(invoice.number, ways) : [],
		total: text(invoice.total - rounding),
		billedTo: invoice.billedTo,
		lines: invoice.lines.map(({ id, description, quantity, unitAmount, amount }) => ({
			id,
			/** The domain whose cloth is shown, in ASCII form. Null if the line has none. */
			domain: domainIn(description),
			description: toUnicode(description),
			/** Used if the PDF's font lacks letters of `description`. */
			ascii: description,
			quantity,
			unit: text(unitAmount),
			amount: text(amount),
		})),
		sums: [
			{ label: "Subtotal", text: text(invoice.subtotal) },
			...adjustments.filter(({ amount }) => amount !== 0).map(({ label, amount }) => ({ label, text: text(amount) })),
			...(rounding > 0 ? [{ label: roundingLabel, text: text(-rounding) }] : []),
		],
		payments: paid.map((payment) => ({
			id: payment.id,
			label: paymentLabel(payment),
			note: [formatDay(payment.paidAt, locale), payment.method && `receipt ${payment.receipt}`]
				.filter(Boolean)
				.join(", "),
			text: text(-payment.amount),
		})),
		creditNotes: invoice.creditNotes.map(({ id, number, total, issuedAt, reason, refunds }) => ({
			id,
			label: `Credit note ${number}`,
			note: [formatDay(issuedAt, locale), ...new Set(refunds.map(refundProgress))].join(", "),
			reason,
			text: text(total),
		})),
	};
}

const noWays: DirectWays = { paybill: null, bankAccount: null };

const howToPay = (invoiceNumber: string, { paybill, bankAccount }: DirectWays): string[][] => [
	...(paybill === null
		? []
		: [["To pay from the M-Pesa menu:", `Pay Bill ${paybill}`, `Account number ${invoiceNumber}`]]),
	...(bankAccount === null
		? []
		: [
				[
					"To pay by bank transfer:",
					...transferDetails(bankAccount, invoiceNumber).map(({ label, value }) => `${label} ${value}`),
				],
			]),
];

/** Where the money of a credit note is. */
export function refundProgress({ target, state }: Pick<Refund, "target" | "state">): string {
	if (target === "credit" || state === "credited") return "added to your credit";
	if (state === "succeeded") return "sent back";
	return target === "by_hand" ? "we'll contact you" : "on its way back";
}

/** What the customer doesn't pay, in minor units. Older card payments were not rounded. */
export function roundingOf(invoice: Invoice): number {
	if (invoice.state !== "paid" && invoice.state !== "refunded") return invoice.total - chargedTotal(invoice).amount;
	const { payments: paid } = invoice;
	return paid.length > 0 ? Math.max(0, invoice.total - paid.reduce((sum, { amount }) => sum + amount, 0)) : 0;
}

/** Payments from credit have no method. */
function paymentLabel({ method, phone, cardName }: Payment): string {
	if (method === null) return "Credit";
	if (method === "mpesa") return phone ? `M-Pesa ${phone}` : "M-Pesa";
	return cardName ?? methodNames[method];
}
