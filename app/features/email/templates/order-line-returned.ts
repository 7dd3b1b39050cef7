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
	/** What we could not do. Null if the customer cancelled it, so that nothing went wrong. */
	readonly failed: "set up" | "renew" | "restore" | null;
}

const failedHeadings = {
	"set up": "We could not set it up",
	renew: "We could not renew it",
	restore: "We could not restore it",
} as const;

/** Sent when the customer got the price of a line as credit, because it failed or is not needed any more. */
export function orderLineReturned(
	to: Recipient,
	{ orderId, item, message, failed }: ReturnedLine,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(failed ? `We could not ${failed} ${item}` : `Credit for ${item}`),
		values: { item },
		preview: "What you paid for it is now credit in your account.",
		heading: failed ? failedHeadings[failed] : "Your payment is now credit",
		blocks: [
			text(greeting(to)),
			text(message),
			text(`If you prefer a refund, write to ${brand.emails.support}.`),
			button("Open my order", `${appOrigin}${href("/orders/:orderId", { orderId })}`),
			text(`Questions: ${brand.emails.support} or ${brand.phone.display} (${brand.phoneHours}).`),
		],
	};
}
