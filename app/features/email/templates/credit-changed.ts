import { brand } from "~/brand";
import { type CreditChange, creditPage, creditText, creditTitle } from "~/features/payments/payments.kinds";
import { formatMoney } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/**
 * Sent when money becomes credit (a payment that no open invoice needs, one that staff assigned, or what staff gave), and when
 * staff pay it back.
 */
export function creditChanged(to: Recipient, about: CreditChange, { appOrigin }: { appOrigin: string }): EmailContent {
	const sum = formatMoney(about.params.money, to.language);
	const sentences = creditText(about, to);
	const isPayment = about.kind !== "credit.given";
	return {
		subject: creditTitle(about, to),
		values: { amount: sum },
		preview: sentences,
		heading: about.kind === "credit.paid_back" ? "Your credit was paid back" : "You have credit",
		blocks: [
			text(greeting(to)),
			text(sentences),
			button("See your credit", `${appOrigin}${creditPage(about)}`),
			text(`Questions about this ${isPayment ? "payment" : "credit"}? Write to ${brand.emails.support}.`),
		],
	};
}
