import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ReturnedLine {
	readonly orderId: string;
	/** The line's name, copied when the order was placed. */
	readonly item: string;
	/** Tells the customer what went wrong and how much credit they got. */
	readonly message: string;
}

/** Sent when a registration or transfer failed and the customer got its price as credit. */
export function orderLineReturned(
	to: Recipient,
	{ orderId, item, message }: ReturnedLine,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(`We could not set up ${item}`),
		preview: "What you paid for it is now credit in your account.",
		heading: "We could not set it up",
		blocks: [
			text(greeting(to)),
			text(message),
			text(`If you prefer a refund, write to ${brand.emails.support}.`),
			button("Open my order", `${appOrigin}${href("/orders/:orderId", { orderId })}`),
			text(`Questions: ${brand.emails.support} or ${brand.phone.display} (${brand.phoneHours}).`),
		],
	};
}
