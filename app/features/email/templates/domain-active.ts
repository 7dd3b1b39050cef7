import { href } from "react-router";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ActiveDomain {
	/** In Unicode, as displayed. */
	readonly name: string;
	readonly expiresAt: number | null;
	readonly autoRenew: boolean;
	readonly nameservers: readonly string[];
}

/** Sent when a registration or an incoming transfer is complete. */
export function domainActive(to: Recipient, domain: ActiveDomain, { appOrigin }: { appOrigin: string }): EmailContent {
	const renewal = domain.autoRenew
		? "Auto-renew is on. We'll email you the invoice for the next year before the domain expires. If you chose a card for renewals, we charge it."
		: "Auto-renew is off. We'll remind you before the domain expires so that you can renew it in your portal.";
	return {
		subject: headerText(`${domain.name} is yours`),
		values: { domain: domain.name },
		preview: "Registered and active.",
		heading: `${domain.name} is yours`,
		blocks: [
			text(greeting(to)),
			text(
				"Your domain is registered and active. It usually works everywhere within minutes, at most within a few hours.",
			),
			{
				kind: "facts",
				rows: [
					["Domain", domain.name],
					...(domain.expiresAt === null ? [] : [["Expires on", formatDay(domain.expiresAt, to)] as const]),
					...(domain.nameservers.length === 0 ? [] : [["Nameservers", domain.nameservers.join(", ")] as const]),
				],
			},
			...(domain.expiresAt === null ? [] : [text(renewal)]),
			button("Manage my domains", `${appOrigin}${href("/dashboard/domains")}`),
		],
	};
}
