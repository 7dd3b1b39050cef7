import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/email-message";
import { type AmountLine, button, type EmailContent, quotation, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Priced {
	readonly lines: readonly AmountLine[];
	readonly totals: readonly AmountLine[];
	/** As the customer reads it: what they pay. */
	readonly toPay: string;
}

interface BilledInvoice extends Priced {
	readonly number: string;
	/** A day. */
	readonly due: string;
	/** For anyone who pays it. */
	readonly payUrl: string;
}

const questions = text(
	`Questions? Write to ${brand.emails.support} or call ${brand.phone.display} (${brand.phoneHours}).`,
);

/** Sent with an invoice that staff wrote. */
export function invoiceByStaff(
	to: Recipient,
	{ number, due, payUrl, toPay, lines, totals }: BilledInvoice,
): EmailContent {
	return {
		subject: headerText(`Invoice ${number}: ${toPay}`),
		values: { invoice: number, amount: toPay },
		preview: `Please pay by ${due}.`,
		heading: `Your invoice of ${toPay}`,
		blocks: [
			text(greeting(to)),
			text(`We prepared invoice ${number} for you. Please pay it by ${due}.`),
			{ kind: "amounts", lines, totals },
			button("Pay this invoice", payUrl),
			text(payLinkNote),
			questions,
		],
	};
}

/** With the button of a pay link. */
export const payLinkNote =
	"Does someone else pay? Forward them this email. The link to pay works without signing in until the invoice is paid.";

interface SentQuote extends Priced {
	readonly id: string;
	/** A day. */
	readonly until: string;
	readonly message: string | null;
}

/** Sent with a quote that staff wrote. */
export function quoteByStaff(
	to: Recipient,
	{ id, until, message, toPay, lines, totals }: SentQuote,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(`Our quote for ${toPay}`),
		values: { amount: toPay },
		preview: `You can accept it until ${until}.`,
		heading: "Our quote for you",
		blocks: [
			text(greeting(to)),
			text(`The prices are fixed until ${until}. Nothing is ordered before you accept.`),
			...(message ? [quotation(message)] : []),
			{ kind: "amounts", lines, totals },
			button("See the quote", `${appOrigin}${href("/dashboard/quotes/:proposalId", { proposalId: id })}`),
			questions,
		],
	};
}
