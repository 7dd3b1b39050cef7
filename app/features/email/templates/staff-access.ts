import { href } from "react-router";
import { brand } from "~/brand";
import { formatMoment, kenya } from "~/lib/dates";
import { button, type EmailContent, note, text } from "../content";

interface Link {
	readonly url: string;
	/** ms, UTC. */
	readonly expiresAt: number;
}

/** Invites someone to the desk, or lets a member set up another second step. */
export function staffLink(to: { readonly joined: boolean }, { url, expiresAt }: Link): EmailContent {
	const until = `The link works once, until ${formatMoment(expiresAt, kenya)}. A newer link replaces it.`;
	if (to.joined)
		return {
			subject: `Set up your second step at the ${brand.name} desk`,
			preview: "An owner reset your second step.",
			heading: "Set up your second step",
			blocks: [
				text("An owner of the desk removed your authenticator app. You can't sign in without one."),
				button("Set up my second step", url),
				text(`You need your password for it. ${until}`),
				note(`If you did not ask for this, call us on ${brand.phone.display}.`),
			],
		};
	return {
		subject: `Join the ${brand.name} desk`,
		preview: `You were invited to work at the ${brand.name} desk.`,
		heading: `Join the ${brand.name} desk`,
		blocks: [
			text("You were invited to work at our desk. Choose a password and connect an authenticator app:"),
			button("Accept the invitation", url),
			text(until),
			note("If you did not expect this, ignore this email."),
		],
	};
}

/** Changes to how someone signs in at the desk. The person gets an email about each. */
export const staffNotices = {
	disabled: "Your account at the desk was disabled. You can't sign in any more.",
	"new-sign-in": "Someone signed in at the desk on a device that you have not used before.",
	"recovery-code-used": "Someone signed in at the desk with your password and one of your recovery codes.",
	"passkey-added": "A passkey was added to your account at the desk.",
	"passkey-removed": "A passkey was removed from your account at the desk.",
	"password-changed": "The password of your account at the desk was changed.",
	"recovery-codes-renewed": "New recovery codes replaced those of your account at the desk.",
	"roles-changed": "Your roles at the desk were changed. Sign in again to continue.",
} as const;

export type StaffNotice = keyof typeof staffNotices;

export function staffNotice({
	event,
	at,
	appOrigin,
}: {
	event: StaffNotice;
	at: number;
	appOrigin: string;
}): EmailContent {
	const body = staffNotices[event];
	return {
		subject: `Your ${brand.name} desk account`,
		preview: body,
		heading: "Your desk account",
		blocks: [
			text(`${body} This happened on ${formatMoment(at, kenya)}.`),
			button("See your account", `${appOrigin}${href("/desk/account")}`),
			text(
				`If this wasn't you, ask an owner of the desk to disable your account, and call us on ${brand.phone.display}.`,
			),
		],
	};
}
