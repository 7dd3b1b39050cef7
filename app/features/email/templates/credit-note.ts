import { href } from "react-router";
import { brand } from "~/brand";
import { taxLabel } from "~/features/catalog/settings";
import type { RefundTarget } from "~/features/refunds/refund-state";
import { refundText } from "~/features/refunds/refunds.kinds";
import { formatDay } from "~/lib/dates";
import { formatMoney, isZero, type Money } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

export interface CreditNoteEmail {
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	readonly number: string;
	readonly to: RefundTarget;
	readonly reason: string;
	readonly issuedAt: number;
	readonly lines: readonly { description: string; quantity: number; amount: Money }[];
	readonly net: Money;
	readonly tax: Money;
	/** Tax rate in hundredths of a percent. */
	readonly taxBasisPoints: number;
	readonly total: Money;
}

/** Sent when an invoice or a part of it is refunded. */
export function creditNote(to: Recipient, note: CreditNoteEmail, { appOrigin }: { appOrigin: string }): EmailContent {
	const sum = (money: Money) => formatMoney(money, to.language);
	return {
		subject: `Credit note ${note.number}: ${sum(note.total)} of invoice ${note.invoiceNumber}`,
		values: { invoice: note.invoiceNumber, amount: sum(note.total) },
		preview: refundText(sum(note.total), note.invoiceNumber, note.to),
		heading: "Your refund",
		blocks: [
			text(greeting(to)),
			text(refundText(sum(note.total), note.invoiceNumber, note.to)),
			{
				kind: "facts",
				rows: [
					["Credit note", note.number],
					["Invoice", note.invoiceNumber],
					["Reason", note.reason],
					["Issued", formatDay(note.issuedAt, to)],
				],
			},
			{
				kind: "amounts",
				lines: note.lines.map(({ description, quantity, amount }) => ({
					label: quantity > 1 ? `${description} × ${quantity}` : description,
					amount: sum(amount),
				})),
				totals: [
					...(isZero(note.tax) ? [] : [{ label: taxLabel(note.taxBasisPoints), amount: sum(note.tax) }]),
					{ label: "Total", amount: sum(note.total), strong: true },
				],
			},
			...(note.to === "payment"
				? [text("M-Pesa usually shows it within a day. A bank may take up to ten working days.")]
				: []),
			button("See the invoice", `${appOrigin}${href("/dashboard/invoices/:invoiceId", { invoiceId: note.invoiceId })}`),
			text(`Questions about this refund? Write to ${brand.emails.support} and include the credit note's number.`),
		],
	};
}
