import { brand } from "~/brand";
import { formatMoment, kenya } from "~/lib/dates";
import { type EmailContent, note, quotation, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ReceivedTicket {
	readonly number: string;
	readonly subject: string;
	readonly body: string;
	/** ms. */
	readonly createdAt: number;
}

/**
 * Confirms a ticket from a public form or an email to the address that it gave. Contains nothing that the sender typed, so
 * that no one can make us email their text to a stranger. Customers who used the address of their own account (`owner`) get
 * a copy of their message.
 */
export function ticketReceived(sent: ReceivedTicket, owner: Recipient | null): EmailContent {
	return {
		subject: `We received your message: ${sent.number}`,
		values: { ticket: sent.number },
		preview: "Our team answers by email, seven days a week.",
		heading: "Thank you, we received it",
		blocks: [
			text(owner ? greeting(owner) : "Hello,"),
			text("We received your message. Our team answers by email, seven days a week."),
			{
				kind: "facts",
				rows: [
					["Reference number", sent.number],
					["Sent", formatMoment(sent.createdAt, owner ?? kenya)],
					...(owner ? [["About", sent.subject] as const] : []),
				],
			},
			...(owner && sent.body ? [quotation(sent.body)] : []),
			text(`In a hurry? Call ${brand.phone.display} (${brand.phoneHours}) and give your reference number.`),
			note(
				owner
					? "If you did not send this, sign in and change your password."
					: "If you did not write to us, someone entered your address by mistake. You don't need to do anything.",
			),
		],
	};
}
