import { href } from "react-router";
import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

/** What changed about how an account is entered: its owner hears of each, in case it was somebody else. */
export const securityEvents = {
	"two-factor-on": {
		subject: "Two-step sign-in is on",
		body: "Two-step sign-in was switched on: from now on signing in takes your password and a code of your app.",
	},
	"two-factor-off": {
		subject: "Two-step sign-in is off",
		body: "Two-step sign-in was switched off: your password alone opens your account again.",
	},
	"new-recovery-codes": {
		subject: "You have new recovery codes",
		body: "New recovery codes were made. The ones from before no longer work.",
	},
	"recovery-code-used": {
		subject: "A recovery code was used",
		body: "Somebody signed in with your password and one of your recovery codes. Each code works once.",
	},
	"passkey-added": {
		subject: "A passkey was added",
		body: "A passkey was added to your account: it signs you in without your password.",
	},
	"passkey-removed": {
		subject: "A passkey was removed",
		body: "A passkey was removed from your account. It no longer signs anybody in.",
	},
} as const;

export type SecurityEvent = keyof typeof securityEvents;

/** After a change of how the account is protected, in case it was somebody else's. */
export function securityAlert(
	to: Recipient,
	{ event, at, appOrigin }: { event: SecurityEvent; at: number; appOrigin: string },
): EmailContent {
	const { subject, body } = securityEvents[event];
	return {
		subject: `${subject} at ${brand.name}`,
		preview: body,
		heading: subject,
		blocks: [
			text(greeting(to)),
			text(`${body} This was on ${formatMoment(at, to)}.`),
			button("See your security settings", `${appOrigin}${href("/dashboard/account-settings/security")}`),
			text(securityAdvice(appOrigin)),
		],
	};
}
