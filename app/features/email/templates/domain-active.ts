import { href } from "react-router";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ActiveDomain {
	/** As people read it. */
	readonly name: string;
	readonly expiresAt: number | null;
	readonly autoRenew: boolean;
	readonly nameservers: readonly string[];
}

/** When a name is registered, or has arrived from another registrar. */
export function domainActive(to: Recipient, domain: ActiveDomain, { appOrigin }: { appOrigin: string }): EmailContent {
	const renewal = domain.autoRenew
		? "Auto-renew is on: the invoice for the next year comes in time, and a card that you chose for renewals pays it."
		: "Auto-renew is off: we remind you before that day, and you renew it in your portal.";
	return {
		subject: headerText(`${domain.name} is yours`),
		preview: "Registered and active.",
		heading: `${domain.name} is yours`,
		blocks: [
			text(greeting(to)),
			text(
				"Your domain is registered and active. The rest of the internet learns of it within minutes, at most a few hours.",
			),
			{
				kind: "facts",
				rows: [
					["Domain", domain.name],
					...(domain.expiresAt === null ? [] : [["Yours until", formatDay(domain.expiresAt, to)] as const]),
					...(domain.nameservers.length === 0 ? [] : [["Nameservers", domain.nameservers.join(", ")] as const]),
				],
			},
			...(domain.expiresAt === null ? [] : [text(renewal)]),
			button("Manage my domains", `${appOrigin}${href("/dashboard/domains")}`),
		],
	};
}
