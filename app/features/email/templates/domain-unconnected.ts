import { href } from "react-router";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface UnconnectedDomain {
	/** Of the plan. */
	readonly id: string;
	/** The plan's name. */
	readonly plan: string;
	/** In Unicode, as displayed. */
	readonly domain: string;
}

/** Sent once, when we stop looking for the TXT record that connects a domain to its hosting plan. */
export const domainUnconnected = (
	to: Recipient,
	{ id, plan, domain }: UnconnectedDomain,
	{ appOrigin }: { appOrigin: string },
): EmailContent => ({
	subject: headerText(`${domain} is not connected to ${plan}`),
	values: { domain, plan },
	preview: "Add a TXT record to connect it.",
	heading: `${domain} is not connected yet`,
	blocks: [
		text(greeting(to)),
		text(
			`You ordered ${plan} for ${domain}. We did not find the TXT record that proves that the domain is yours, so it is not connected. We no longer check automatically.`,
		),
		{
			kind: "steps",
			title: "How to connect it",
			items: [
				"Open the plan and copy the TXT record.",
				`Add the record where the DNS of ${domain} is managed.`,
				"Wait until the new record is visible, at most an hour. Then press “Check now” on the plan's page.",
			],
		},
		button("Open the plan", `${appOrigin}${href("/dashboard/hosting/:planId/manage", { planId: id })}`),
		text(`If you register ${domain} with us or transfer it to us, we connect it automatically.`),
	],
});
