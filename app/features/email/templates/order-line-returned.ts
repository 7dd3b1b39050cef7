import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/mail-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ReturnedLine {
	readonly orderId: string;
	/** The line's name, copied when the order was placed. */
	readonly item: string;
	/** For the customer: what went wrong, and what became credit. */
	readonly message: string;
}

/** When a registration or a transfer was given up and its money became credit. */
export function orderLineReturned(
	to: Recipient,
	{ orderId, item, message }: ReturnedLine,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(`We could not set up ${item}`),
		preview: "What you paid for it is not lost.",
		heading: "We could not set it up",
		blocks: [
			text(greeting(to)),
			text(message),
			text(`If you want the money sent back instead, write to ${brand.emails.support}.`),
			button("Open my order", `${appOrigin}${href("/orders/:orderId", { orderId })}`),
			text(`Questions: ${brand.emails.support} or ${brand.phone.display} (${brand.phoneHours}).`),
		],
	};
}
