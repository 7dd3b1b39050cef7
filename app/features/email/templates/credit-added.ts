import { href } from "react-router";
import { brand } from "~/brand";
import { type CreditAdded, creditText } from "~/features/payments/payments.kinds";
import { formatMoney } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** Sent when money becomes credit: a payment that no open invoice needs, one that staff assigned, or what staff gave. */
export function creditAdded(to: Recipient, about: CreditAdded, { appOrigin }: { appOrigin: string }): EmailContent {
	const sum = formatMoney(about.params.money, to.language);
	const sentences = creditText(about, to);
	const page =
		about.kind === "payment.credited"
			? href("/dashboard/invoices/:invoiceId", { invoiceId: about.params.invoiceId })
			: href("/dashboard/invoices");
	return {
		subject: `${sum} added to your credit`,
		values: { amount: sum },
		preview: sentences,
		heading: "You have credit",
		blocks: [
			text(greeting(to)),
			text(sentences),
			button(about.kind === "payment.credited" ? "See the invoice" : "See your credit", `${appOrigin}${page}`),
			text(`Questions about this payment, or do you want it back? Write to ${brand.emails.support}.`),
		],
	};
}
