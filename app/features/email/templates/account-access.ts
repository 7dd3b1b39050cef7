import { href } from "react-router";
import { brand } from "~/brand";
import { roles } from "~/features/members/member";
import type { MemberRole } from "~/lib/acting";
import { formatDay, kenya } from "~/lib/dates";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Shop {
	readonly appOrigin: string;
}

interface Invitation {
	/** The address of the account. Not the name, because that could be a message to a stranger. */
	readonly account: string;
	/** The invited address. */
	readonly email: string;
	readonly role: MemberRole;
	/** Until when it can be accepted (ms). */
	readonly until: number;
}

const peopleUrl = ({ appOrigin }: Shop): string => `${appOrigin}${href("/dashboard/account-settings/people")}`;

/** Sent to an address that is invited to use an account. `to`: its own account. Null if it has none yet. */
export function invitedToAccount(
	to: Recipient | null,
	{ account, email, role, until }: Invitation,
	shop: Shop,
): EmailContent {
	const day = formatDay(until, to ?? kenya);
	return {
		subject: `You are invited to a ${brand.name} account`,
		preview: `Accept or refuse it by ${day}.`,
		heading: "You can use another customer's account",
		blocks: [
			text(to ? greeting(to) : "Hello,"),
			text(`The customer ${account} invites you to their account. There you can ${roles[role].may}.`),
			text(
				`Sign in, or create an account with the address ${email}. Then accept or refuse the invitation by ${day}. You keep your own password.`,
			),
			button("See the invitation", peopleUrl(shop)),
			note("If you don't know this customer, ignore this email."),
		],
	};
}

/** Sent to the customer whose account someone can use from now on. */
export function joinedAccount(
	to: Recipient,
	{ email, role }: { readonly email: string; readonly role: MemberRole },
	shop: Shop,
): EmailContent {
	return {
		subject: "Someone can now use your account",
		preview: `${email} accepted your invitation.`,
		heading: "Your invitation was accepted",
		blocks: [
			text(greeting(to)),
			text(`${email} can use your account now: ${roles[role].may}.`),
			text(
				"Your activity shows when they use your account. You can change what they may do, or remove them, at any time.",
			),
			button("See who has access", peopleUrl(shop)),
			note(
				`If you did not invite this person, remove them and change your password. Then call us on ${brand.phone.display}.`,
			),
		],
	};
}

/** Sent to someone whose role in another customer's account has changed. */
export function roleChanged(
	to: Recipient,
	{ account, role }: { readonly account: string; readonly role: MemberRole },
	shop: Shop,
): EmailContent {
	return {
		subject: "Your role in another account has changed",
		preview: `You can ${roles[role].may}.`,
		heading: "Your role has changed",
		blocks: [
			text(greeting(to)),
			text(`The customer ${account} changed your role in their account. There you can ${roles[role].may}.`),
			text("If you were using the account, open it again."),
			button("See the accounts you can use", peopleUrl(shop)),
		],
	};
}

/** Sent to someone whose access to another customer's account was removed. */
export function accessEnded(to: Recipient, account: string, shop: Shop): EmailContent {
	return {
		subject: "Your access to another account has ended",
		preview: "Your own account stays as it is.",
		heading: "Your access has ended",
		blocks: [
			text(greeting(to)),
			text(`The customer ${account} removed your access to their account. Your own account stays as it is.`),
			button("See the accounts you can use", peopleUrl(shop)),
		],
	};
}
