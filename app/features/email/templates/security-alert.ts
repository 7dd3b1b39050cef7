import { href } from "react-router";
import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

/** Changes to how the account is protected. The owner gets an email about each. */
export const securityEvents = {
	"two-factor-on": {
		subject: "Two-step sign-in is on",
		body: "Two-step sign-in was turned on. From now on you need your password and a code from your authenticator app to sign in.",
	},
	"two-factor-off": {
		subject: "Two-step sign-in is off",
		body: "Two-step sign-in was turned off. You now only need your password to sign in.",
	},
	"new-recovery-codes": {
		subject: "You have new recovery codes",
		body: "New recovery codes were created. The old ones no longer work.",
	},
	"recovery-code-used": {
		subject: "A recovery code was used",
		body: "Someone signed in with your password and one of your recovery codes. Each code works once.",
	},
	"passkey-added": {
		subject: "A passkey was added",
		body: "A passkey was added to your account. It can sign in without your password.",
	},
	"passkey-removed": {
		subject: "A passkey was removed",
		body: "A passkey was removed from your account. It can no longer be used to sign in.",
	},
} as const;

export type SecurityEvent = keyof typeof securityEvents;

/** Sent after a change to how the account is protected, in case someone else made it. */
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
			text(`${body} This happened on ${formatMoment(at, to)}.`),
			button("See your security settings", `${appOrigin}${href("/dashboard/account-settings/security")}`),
			text(securityAdvice(appOrigin)),
		],
	};
}
