import { href } from "react-router";
import { brand } from "~/brand";
import { withNext } from "~/lib/safe-redirect";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Options {
	readonly appOrigin: string;
	/** Our page to open after signing in. */
	readonly next?: string | undefined;
}

/**
 * Sent when someone registers with the address of an existing account. The page does not say that the account exists, so
 * only its owner finds out.
 */
export function alreadyRegistered(to: Recipient, { appOrigin, next }: Options): EmailContent {
	return {
		subject: `You already have a ${brand.name} account`,
		preview: "Sign in with this address, or choose a new password.",
		heading: "You already have an account",
		blocks: [
			text(greeting(to)),
			text(
				`Someone, probably you, tried to create a ${brand.name} account with this email address. You already have one.`,
			),
			button("Sign in", `${appOrigin}${withNext(href("/login"), next)}`),
			text(`Forgot your password? Choose a new one at ${appOrigin}${href("/forgot-password")}.`),
			note("If this wasn't you, you don't need to do anything. Your account has not changed."),
		],
	};
}
