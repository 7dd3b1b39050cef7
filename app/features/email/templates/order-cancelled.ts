import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/mail-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface CancelledOrder {
	readonly orderId: string;
	readonly invoiceNumber: string;
	/** What was ordered, in words. */
	readonly items: readonly string[];
	/** Some of it was paid from credit, which is the customer's again. */
	readonly creditUsed: boolean;
}

/** When an order was given up because nobody paid it. */
export function orderCancelled(
	to: Recipient,
	order: CancelledOrder,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	return {
		subject: headerText(`Your order was cancelled: invoice ${order.invoiceNumber}`),
		preview: `It was not paid in time. ${order.creditUsed ? "Your credit is yours again." : "Nothing was charged."}`,
		heading: "Your order was cancelled",
		blocks: [
			text(greeting(to)),
			text(
				`Invoice ${order.invoiceNumber} was not paid by its due date, so we cancelled the order. ${order.creditUsed ? "The credit that you used for it is yours again" : "Nothing was charged"}, and the names in it are not held for you any more.`,
			),
			{ kind: "steps", title: "What was in it", items: order.items },
			button("Open my order", `${appOrigin}${href("/orders/:orderId", { orderId: order.orderId })}`),
			text(
				`You can order again at any time. If you have paid after all, your money is safe: write to ${brand.emails.support} or call ${brand.phone.display} (${brand.phoneHours}).`,
			),
		],
	};
}
