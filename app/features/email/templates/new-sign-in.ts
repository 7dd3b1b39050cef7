import { href } from "react-router";
import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { securityAdvice } from "../security-advice";

/** After a sign-in on a device that the account has not signed in on before. */
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
				`Your account was signed in to on ${formatMoment(at, to)} from ${from}. We had not seen this device before.`,
			),
			text("If it was you, there is nothing to do."),
			button("See where you are signed in", `${appOrigin}${href("/dashboard/account-settings/security")}`),
			text(securityAdvice(appOrigin)),
		],
	};
}
