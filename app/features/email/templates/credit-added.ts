import { brand } from "~/brand";
import { type CreditAdded, creditPage, creditText } from "~/features/payments/payments.kinds";
import { formatMoney } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** Sent when money becomes credit: a payment that no open invoice needs, one that staff assigned, or what staff gave. */
export function creditAdded(to: Recipient, about: CreditAdded, { appOrigin }: { appOrigin: string }): EmailContent {
	const sum = formatMoney(about.params.money, to.language);
	const sentences = creditText(about, to);
	const isPayment = about.kind !== "credit.given";
	return {
		subject: `${sum} added to your credit`,
		values: { amount: sum },
		preview: sentences,
		heading: "You have credit",
		blocks: [
			text(greeting(to)),
			text(sentences),
			button("See your credit", `${appOrigin}${creditPage(about)}`),
			text(`Questions about this ${isPayment ? "payment" : "credit"}? Write to ${brand.emails.support}.`),
		],
	};
}
