import { href } from "react-router";
import { brand } from "~/brand";
import type { Fact } from "~/features/fiscal/fiscal-text";
import { formatMoney, type Money } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface TaxInvoice {
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	readonly total: Money;
	/** What KRA signed. */
	readonly facts: readonly Fact[];
}

/** Sent when an invoice is signed long after its receipt. */
export function taxInvoice(
	to: Recipient,
	{ invoiceId, invoiceNumber, total, facts }: TaxInvoice,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: `Tax invoice ${invoiceNumber}: ${formatMoney(total, to.language)}`,
		values: { invoice: invoiceNumber, amount: formatMoney(total, to.language) },
		preview: "KRA has signed the invoice.",
		heading: "Your tax invoice is ready",
		blocks: [
			text(greeting(to)),
			text(
				to.isBilling
					? "KRA has signed the invoice. The customer can download the tax invoice now."
					: "KRA has signed your invoice. You can download the tax invoice now.",
			),
			{ kind: "facts", rows: [["Tax invoice", invoiceNumber], ...facts] },
			button("See the tax invoice", `${appOrigin}${href("/dashboard/invoices/:invoiceId", { invoiceId })}`),
			text(`Questions about this invoice? Write to ${brand.emails.support} and include its number.`),
		],
	};
}
