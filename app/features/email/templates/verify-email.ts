import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";
import { describeOrigin, type RequestOrigin } from "./request-origin";

/** Sends the link that proves that a new customer owns the email address. */
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
			text(`Welcome to ${brand.name}. Confirm your email address to activate your account.`),
			button("Confirm my address", link.url),
			text(`The link works once, until ${formatMoment(link.expiresAt, to)}.`),
			text(`${describeOrigin(origin, to)} If you open the link on another device, we'll ask for your password.`),
			note(
				`If you did not create a ${brand.name} account, ignore this email. Nothing happens unless the link is used.`,
			),
		],
	};
}
