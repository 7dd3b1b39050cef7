import { taxLabel } from "~/features/catalog/settings";
import { toUnicode } from "~/features/domains/to-unicode";
import { formatDay, type Locale } from "~/lib/dates";
import { formatMoney, money } from "~/lib/money";
import type { Billing } from "./billing.server";
import { toListedInvoice } from "./listed-invoice";

type Payment = Invoice["payments"][number];
/** An invoice as it is stored, with its lines and payments. */
export type Invoice = NonNullable<Awaited<ReturnType<Billing["invoice"]>>>;

export type InvoiceText = ReturnType<typeof invoiceDocument>;

/** An invoice as it is printed. Only lines with an amount stand between subtotal and total. */
export function invoiceDocument(invoice: Invoice, now: number, locale: Locale) {
	const text = (amount: number) => formatMoney(money(amount, invoice.currency), locale.language);
	const between = [
		{ label: "Discount", amount: -invoice.discount },
		{ label: taxLabel(invoice.taxBasisPoints), amount: invoice.tax },
		{ label: "Shipping", amount: invoice.shipping },
	];
	// Of a cancelled invoice nothing is paid: its credit went back.
	const paid = invoice.state === "void" ? [] : invoice.payments;
	const left = invoice.total - paid.reduce((sum, { amount }) => sum + amount, 0);
	// M-Pesa takes whole shillings: the cents of an invoice that it paid are let go.
	const rounding = invoice.state === "paid" && paid.length > 0 && left > 0;
	return {
		...toListedInvoice(invoice, now, locale),
		billedTo: invoice.billedTo,
		lines: invoice.lines.map(({ id, description, quantity, unitAmount, amount }) => ({
			id,
			description: toUnicode(description),
			/** Where the letters of a name can't be drawn. */
			ascii: description,
			quantity,
			unit: text(unitAmount),
			amount: text(amount),
		})),
		sums: [
			{ label: "Subtotal", text: text(invoice.subtotal) },
			...between.filter(({ amount }) => amount !== 0).map(({ label, amount }) => ({ label, text: text(amount) })),
		],
		/** What stands below the total. */
		payments: [
			...paid.map((payment) => ({
				id: payment.id,
				label: paidWith(payment),
				note: [formatDay(payment.paidAt, locale), payment.method && `receipt ${payment.receipt}`]
					.filter(Boolean)
					.join(", "),
				text: text(-payment.amount),
			})),
			...(rounding
				? [{ id: "let-go", label: "Cents let go", note: "M-Pesa takes whole shillings", text: text(-left) }]
				: []),
		],
	};
}

/** What was paid from credit went through no payment provider. */
function paidWith({ method, phone, cardName }: Payment): string {
	if (method === null) return "Credit";
	if (method === "mpesa") return phone ? `M-Pesa ${phone}` : "M-Pesa";
	return cardName ?? "Card";
}
