import { href } from "react-router";
import { brand } from "~/brand";
import { headerText } from "~/lib/mail-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface OrderProblem {
	readonly orderId: string;
	/** The line's name, copied when the order was placed. */
	readonly item: string;
	/** For the customer: what went wrong and what is needed. */
	readonly message: string | null;
	/** The customer has to do something; otherwise we do. */
	readonly actionRequired: boolean;
	/** The domain whose page asks for what is missing. */
	readonly domainId: string | null;
}

/** When the work for a line stands still: who has to act. */
export function orderProblem(to: Recipient, problem: OrderProblem, { appOrigin }: { appOrigin: string }): EmailContent {
	const next = problem.domainId
		? "Enter it on the domain's page, or take your money as credit there."
		: problem.actionRequired
			? "Open your order to see what is needed. As soon as we have it, we go on."
			: "Our team is on it and will write to you. You need not do anything.";
	return {
		subject: headerText(`About your order: ${problem.item}`),
		preview: problem.actionRequired ? "We need something from you." : "It takes longer than it should.",
		heading: problem.actionRequired ? "We need your help" : "This takes longer",
		blocks: [
			text(greeting(to)),
			text(`We could not finish setting up ${problem.item} yet.`),
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
