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
	readonly invoiceId: string;
	readonly number: string;
	/** A day. */
	readonly due: string;
}

const questions = text(
	`Questions? Write to ${brand.emails.support} or call ${brand.phone.display} (${brand.phoneHours}).`,
);

/** Sent with an invoice that staff wrote. */
export function invoiceByStaff(
	to: Recipient,
	{ invoiceId, number, due, toPay, lines, totals }: BilledInvoice,
	{ appOrigin }: { appOrigin: string },
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
			button("Pay this invoice", `${appOrigin}${href("/pay/:invoiceId", { invoiceId })}`),
			questions,
		],
	};
}

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
