import type { Locale } from "../../lib/dates";
import { formatMoney, money } from "../../lib/money";
import type { Billing } from "./billing.server";
import { listInvoice } from "./list-invoice";

type Invoice = NonNullable<Awaited<ReturnType<Billing["invoice"]>>>;

export type InvoiceText = ReturnType<typeof invoiceDocument>;

/** An invoice as it is printed. Only lines with an amount stand between subtotal and total. */
export function invoiceDocument(invoice: Invoice, now: number, locale: Locale) {
	const text = (amount: number) => formatMoney(money(amount, invoice.currency), locale.language);
	const between = [
		{ label: "Discount", amount: -invoice.discount },
		{ label: "Tax (8%)", amount: invoice.tax },
		{ label: "Shipping", amount: invoice.shipping },
	];
	return {
		...listInvoice(invoice, now, locale),
		billedTo: invoice.billedTo,
		lines: invoice.lines.map(({ id, description, quantity, unitAmount, amount }) => ({
			id,
			description,
			quantity,
			unit: text(unitAmount),
			amount: text(amount),
		})),
		sums: [
			{ label: "Subtotal", text: text(invoice.subtotal) },
			...between.filter(({ amount }) => amount !== 0).map(({ label, amount }) => ({ label, text: text(amount) })),
		],
	};
}
