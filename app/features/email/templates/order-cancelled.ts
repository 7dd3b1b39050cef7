import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface CancelledOrder {
	readonly orderId: string;
	readonly invoiceNumber: string;
	/** What was ordered, as the customer reads it. */
	readonly items: readonly string[];
	/** Whether credit paid for part of it. That credit is back in the account. */
	readonly creditUsed: boolean;
}

/** Sent when we cancel an order that was not paid in time. */
export function orderCancelled(
	to: Recipient,
	order: CancelledOrder,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(`Your order was cancelled: invoice ${order.invoiceNumber}`),
		values: { invoice: order.invoiceNumber },
		preview: `It was not paid in time. ${order.creditUsed ? "Your credit was returned." : "Nothing was charged."}`,
		heading: "Your order was cancelled",
		blocks: [
			text(greeting(to)),
			text(
				`Invoice ${order.invoiceNumber} was not paid by its due date, so we cancelled the order. ${order.creditUsed ? "The credit that you used for it is back in your account" : "Nothing was charged"}. The domains in it are no longer reserved for you.`,
			),
			{ kind: "steps", title: "What you ordered", items: order.items },
			button("Open my order", `${appOrigin}${href("/orders/:orderId", { orderId: order.orderId })}`),
			text(
				`You can order again at any time. If you did pay, your money is safe: write to ${brand.emails.support} or call ${brand.phone.display} (${brand.phoneHours}).`,
			),
		],
	};
}
