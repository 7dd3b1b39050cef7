import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface OrderProblem {
	readonly orderId: string;
	/** The line's name, copied when the order was placed. */
	readonly item: string;
	/** Tells the customer what went wrong and what we need. */
	readonly message: string | null;
	/** Whether the customer has to do something. If not, staff do. */
	readonly actionRequired: boolean;
	/** The domain whose page asks for the authorization code. Null if none is needed. */
	readonly domainId: string | null;
}

/** Sent when an order line is stuck: what happened and who has to act. */
export function orderProblem(to: Recipient, problem: OrderProblem, { appOrigin }: { appOrigin: string }): EmailContent {
	const next = problem.domainId
		? "Enter the authorization code on the domain's page, or choose there to get your money back as credit."
		: problem.actionRequired
			? "Open your order to see what we need from you. We'll continue as soon as we have it."
			: "Our team is working on it and will email you. You don't need to do anything.";
	return {
		subject: headerText(`About your order: ${problem.item}`),
		values: { item: problem.item },
		preview: problem.actionRequired ? "We need something from you." : "It is taking longer than expected.",
		heading: problem.actionRequired ? "We need your help" : "This is taking longer than expected",
		blocks: [
			text(greeting(to)),
			text(`We could not finish this part of your order yet: ${problem.item}.`),
			...(problem.message ? [text(problem.message)] : []),
			text(next),
			problem.domainId
				? button(
						"Open the domain",
						`${appOrigin}${href("/dashboard/domains/:domainId", { domainId: problem.domainId })}`,
					)
				: button("Open my order", `${appOrigin}${href("/orders/:orderId", { orderId: problem.orderId })}`),
			text(`Your money is safe. Questions: ${brand.emails.support} or ${brand.phone.display} (${brand.phoneHours}).`),
		],
	};
}
