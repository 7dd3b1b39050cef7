import { href } from "react-router";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { type Block, button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** Whether the plan's domain is connected, in the customer's account, or at another registrar. */
export type PlanDomainPlace = "connected" | "here" | "elsewhere";

interface ReadyPlan {
	readonly id: string;
	readonly name: string;
	readonly type: "web" | "email";
	/** In Unicode, as displayed. */
	readonly domain: string | null;
	readonly place: PlanDomainPlace;
	readonly ip: string | null;
	readonly expiresAt: number | null;
	/** Whether staff run it, so that it has no control panel in the portal. */
	readonly runByStaff: boolean;
}

/** Sent when a new hosting plan is set up: its facts, how to sign in, and how to connect its domain. */
export function hostingReady(to: Recipient, plan: ReadyPlan, { appOrigin }: { appOrigin: string }): EmailContent {
	const { id, name, domain, ip, expiresAt } = plan;
	const title = domain ? `${name} for ${domain}` : name;
	return {
		subject: headerText(`${title} is ready`),
		values: { plan: title },
		preview: plan.runByStaff ? "It is set up." : "How to sign in, and how to connect your domain.",
		heading: `${title} is ready`,
		blocks: [
			text(greeting(to)),
			text("Your hosting plan is set up. You can use it now."),
			{
				kind: "facts",
				rows: [
					["Plan", name],
					...(domain ? [["Domain", domain] as const] : []),
					...(ip ? [["IP address", ip] as const] : []),
					...(expiresAt === null ? [] : [["Paid until", formatDay(expiresAt, to)] as const]),
				],
			},
			plan.runByStaff ? text("Our team tells you in a separate message how to sign in.") : signIn(to, plan),
			button("Open the plan", `${appOrigin}${href("/dashboard/hosting/:planId/manage", { planId: id })}`),
			domain
				? connection(domain, plan)
				: text("This plan has no domain yet. Open the plan and enter one that you have here or at another registrar."),
		],
	};
}

const signIn = (to: Recipient, { type }: Pick<ReadyPlan, "type">): Block => ({
	kind: "steps",
	title: "How to sign in",
	items: [
		`Sign in to your portal with ${to.email} and open the plan.`,
		"Press “Open the control panel”. It signs you in, without another password.",
		type === "email"
			? "Create your mailboxes there. For other programs, set a control panel password on the same page."
			: "For FTP and other programs, set a control panel password on the same page.",
	],
});

function connection(domain: string, { place }: Pick<ReadyPlan, "place">): Block {
	if (place === "connected") return text(`${domain} is connected to this plan.`);
	if (place === "here") return text(`We connect ${domain} to this plan automatically, minutes after it is active.`);
	return {
		kind: "steps",
		title: `How to connect ${domain}`,
		items: [
			"Open the plan and copy the TXT record. It proves that the domain is yours.",
			`Add the record where the DNS of ${domain} is managed now. We check for it automatically for 14 days.`,
			"Then add the DNS records that the plan's page shows. It takes up to a few hours until all visitors see your site.",
		],
	};
}
