import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { describeOrigin, type RequestOrigin } from "./request-origin";

/** The link that shows that a new customer reads this mailbox. */
export function verifyEmail(
	to: Recipient,
	link: { url: string; expiresAt: number },
	origin: RequestOrigin,
): EmailContent {
	return {
		subject: `Confirm your email address for ${brand.name}`,
		preview: "One click and your account is ready.",
		heading: "Confirm your email address",
		blocks: [
			text(greeting(to)),
			text(`Welcome to ${brand.name}. Confirm that this address is yours, and your account is ready.`),
			button("Confirm my address", link.url),
			text(`The link works once, until ${formatMoment(link.expiresAt, to)}.`),
			text(
				`${describeOrigin(origin, to)} On a device other than the one where you registered, we ask for the password that you chose.`,
			),
			note(`You did not open an account at ${brand.name}? Then ignore this mail: nothing happens without the link.`),
		],
	};
}
