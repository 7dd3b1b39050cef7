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
 * To one of the two addresses, which both have to agree. The new one may be a stranger's, so the name that the customer
 * chose is not in it.
 */
export function confirmEmailChange(to: Recipient, { newEmail, oldEmail }: Change, link: Link): EmailContent {
	return {
		subject: `Confirm your new email address for ${brand.name}`,
		preview: "Both addresses have to agree.",
		heading: "Confirm the new address",
		blocks: [
			text("Hello,"),
			text(`The address of your account is to change from ${oldEmail} to ${newEmail}.`),
			text("We send one link to each of the two. Once both are used, the new address counts."),
			button("Look at the change", link.url),
			text(`The link works once, until ${formatMoment(link.expiresAt, to)}.`),
			note(
				`You did not ask for this? Then do not use the link, and choose a new password: somebody else is signed in as you. Our number: ${brand.phone.display}.`,
			),
		],
	};
}

/** To the former address, once the new one counts. */
export function emailChanged(
	to: Recipient,
	{ newEmail, at, appOrigin }: { newEmail: string; at: number; appOrigin: string },
): EmailContent {
	return {
		subject: `Your ${brand.name} account has a new email address`,
		preview: `From now on we write to ${newEmail}.`,
		heading: "Your address was changed",
		blocks: [
			text(greeting(to)),
			text(`On ${formatMoment(at, to)} the address of your account became ${newEmail}. We write there from now on.`),
			text("Every other device was signed out. Sign in with the new address and the password that you have."),
			button("Sign in", `${appOrigin}${href("/login")}`),
			text(`It was not you? Call us at once: ${brand.phone.display}, or write to ${brand.emails.support}.`),
		],
	};
}
