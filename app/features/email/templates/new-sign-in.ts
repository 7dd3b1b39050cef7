import { href } from "react-router";
import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

/** Sent after the first sign-in on a device. */
export function newSignIn(
	to: Recipient,
	{ from, at, appOrigin }: { from: string; at: number; appOrigin: string },
): EmailContent {
	return {
		subject: `New sign-in to your ${brand.name} account`,
		preview: from,
		heading: "New sign-in to your account",
		blocks: [
			text(greeting(to)),
			text(
				`Someone signed in to your account on ${formatMoment(at, to)} from ${from}. We had not seen this device before.`,
			),
			text("If this was you, you don't need to do anything."),
			button("See where you are signed in", `${appOrigin}${href("/dashboard/account-settings/security")}`),
			text(securityAdvice(appOrigin)),
		],
	};
}
