import { href } from "react-router";
import { brand } from "~/brand";
import { formatMoment } from "~/lib/dates";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Change {
	readonly oldEmail: string;
	readonly newEmail: string;
}

interface Link {
	readonly url: string;
	readonly expiresAt: number;
}

/**
 * Sent to the old and to the new address, which both have to confirm. The new one may belong to a stranger, so the email
 * does not contain the customer's name.
 */
export function confirmEmailChange(to: Recipient, { newEmail, oldEmail }: Change, link: Link): EmailContent {
	return {
		subject: `Confirm your new email address for ${brand.name}`,
		preview: "Both addresses have to confirm the change.",
		heading: "Confirm the new email address",
		blocks: [
			text("Hello,"),
			text(
				`We received a request to change the email address of a ${brand.name} account from ${oldEmail} to ${newEmail}.`,
			),
			text("We sent one link to each address. The change takes effect once both links are used."),
			button("Review the change", link.url),
			text(`The link works once, until ${formatMoment(link.expiresAt, to)}.`),
			note(
				`If you did not request this, do not use the link. If this is your account, someone else may be signed in to it: choose a new password, or call us on ${brand.phone.display}.`,
			),
		],
	};
}

/** Sent to the old address after the change. */
export function emailChanged(
	to: Recipient,
	{ newEmail, at, appOrigin }: { newEmail: string; at: number; appOrigin: string },
): EmailContent {
	return {
		subject: `Your ${brand.name} account has a new email address`,
		preview: `We'll email you at ${newEmail} from now on.`,
		heading: "Your email address was changed",
		blocks: [
			text(greeting(to)),
			text(
				`The email address of your account was changed to ${newEmail} on ${formatMoment(at, to)}. We'll use it from now on.`,
			),
			text("Every other device was signed out. Sign in with the new address and your current password."),
			button("Sign in", `${appOrigin}${href("/login")}`),
			text(`If this wasn't you, call us right away on ${brand.phone.display}, or write to ${brand.emails.support}.`),
		],
	};
}
