import { href } from "react-router";
import { brand } from "~/brand";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";

/** When somebody registers with the address of an account: only its owner learns that there is one. */
export function alreadyRegistered(to: Recipient, { appOrigin }: { appOrigin: string }): EmailContent {
	return {
		subject: `You already have a ${brand.name} account`,
		preview: "Sign in with this address, or choose a new password.",
		heading: "You already have an account",
		blocks: [
			text(greeting(to)),
			text(`Someone, probably you, just tried to open a ${brand.name} account with this address. It has one already.`),
			button("Sign in", `${appOrigin}${href("/login")}`),
			text(`Forgotten your password? Choose a new one at ${appOrigin}${href("/forgot-password")}.`),
			note("It was not you? Then there is nothing to do. Your account has not changed."),
		],
	};
}
