import { brand } from "../../../brand";
import { formatMoment } from "../../../lib/dates";
import { button, type MailContent, text } from "../content";
import { notYou } from "../not-you";
import { greeting, type Recipient } from "../recipient";

/** After a change of password, in case it was somebody else's. */
export function passwordChanged(
	to: Recipient,
	{ changedAt, appOrigin }: { changedAt: number; appOrigin: string },
): MailContent {
	return {
		subject: `Your ${brand.name} password was changed`,
		preview: "Every device was signed out.",
		heading: "Your password was changed",
		blocks: [
			text(greeting(to)),
			text(
				`Your password was changed on ${formatMoment(changedAt, to)}. Every device was signed out: sign in again with the new one.`,
			),
			button("Sign in", `${appOrigin}/login`),
			text(notYou(appOrigin)),
		],
	};
}
