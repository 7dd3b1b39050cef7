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
	/** Whether the customer cancelled it, so that nothing went wrong. */
	readonly isCancelled: boolean;
}

/** Sent when the customer got the price of a line as credit, because it failed or is not needed any more. */
export function orderLineReturned(
	to: Recipient,
	{ orderId, item, message, isCancelled }: ReturnedLine,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(isCancelled ? `Credit for ${item}` : `We could not set up ${item}`),
		preview: "What you paid for it is now credit in your account.",
		heading: isCancelled ? "Your payment is now credit" : "We could not set it up",
		blocks: [
			text(greeting(to)),
			text(message),
			text(`If you prefer a refund, write to ${brand.emails.support}.`),
			button("Open my order", `${appOrigin}${href("/orders/:orderId", { orderId })}`),
			text(`Questions: ${brand.emails.support} or ${brand.phone.display} (${brand.phoneHours}).`),
		],
	};
}
