import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { describeOrigin, type RequestOrigin } from "./request-origin";

/** Sends the link for a forgotten password. It works once. */
export function resetPassword(
	to: Recipient,
	link: { url: string; expiresAt: number },
	origin: RequestOrigin,
): EmailContent {
	return {
		subject: `Choose a new password for ${brand.name}`,
		preview: "The link works once, for one hour.",
		heading: "Choose a new password",
		blocks: [
			text(greeting(to)),
			text("You asked to reset your password. Choose a new one here:"),
			button("Choose a new password", link.url),
			text(`The link works once, until ${formatMoment(link.expiresAt, to)}. A newer link replaces it.`),
			text(describeOrigin(origin, to)),
			note("If you did not ask for this, ignore this email. Your password stays the same."),
		],
	};
}
