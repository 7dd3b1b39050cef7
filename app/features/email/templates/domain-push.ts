import { href } from "react-router";
import type { PushEvent } from "~/features/domains/push";
import { formatDay, kenya } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { button, type EmailContent, note, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Shop {
	readonly appOrigin: string;
}

interface OfferedDomain {
	readonly pushId: string;
	/** In Unicode, as displayed. */
	readonly name: string;
	/** The sender's address. Not the name, because that could be a message to a stranger. */
	readonly from: string;
	/** Until when it can be accepted (ms). */
	readonly expiresAt: number;
	/** The address that it is offered to. */
	readonly email: string;
}

/** Sent to the address that a domain is offered to. `to`: its account. Null if it has none yet. */
export function domainOffered(to: Recipient | null, offer: OfferedDomain, { appOrigin }: Shop): EmailContent {
	const { pushId, name, from, expiresAt, email } = offer;
	const until = formatDay(expiresAt, to ?? kenya);
	return {
		subject: headerText(`${name} is offered to you`),
		values: { domain: name },
		preview: `Accept or refuse it until ${until}.`,
		heading: `${name} is offered to you`,
		blocks: [
			text(to ? greeting(to) : "Hello,"),
			text(`The customer ${from} wants to move the domain ${name} to your account. It costs nothing.`),
			text(
				`Sign in, or create an account with the address ${email}. Then accept or refuse the domain until ${until}. Nothing happens if you do neither.`,
			),
			button("See the offer", `${appOrigin}${href("/dashboard/domains/offers/:pushId", { pushId })}`),
			note("If you don't know the sender, refuse the offer or ignore this email."),
		],
	};
}

interface AnsweredOffer {
	readonly domainId: string;
	/** In Unicode, as displayed. */
	readonly name: string;
	readonly email: string;
	readonly event: Exclude<PushEvent, "offered">;
}

/** Sent to the customer who offered a domain: how that ended. */
export function pushAnswered(to: Recipient, { domainId, name, email, event }: AnsweredOffer, shop: Shop): EmailContent {
	const texts = {
		accepted: {
			subject: `${name} was moved to another account`,
			what: `${email} has accepted ${name}. It is no longer in your account. Its renewal was removed from your open invoice, if it was on one.`,
		},
		declined: {
			subject: `${name} stays in your account`,
			what: `${email} has refused ${name}. It stays in your account, and nothing has changed.`,
		},
		expired: {
			subject: `${name} stays in your account`,
			what: `${email} did not answer your offer of ${name} in time. It stays in your account, and nothing has changed. You can offer it again.`,
		},
	} as const;
	const { subject, what } = texts[event];
	const page = event === "accepted" ? href("/dashboard/domains") : href("/dashboard/domains/:domainId", { domainId });
	return {
		subject: headerText(subject),
		values: { domain: name },
		preview: headerText(what, 120),
		heading: subject,
		blocks: [
			text(greeting(to)),
			text(what),
			button(event === "accepted" ? "See your domains" : "See the domain", `${shop.appOrigin}${page}`),
		],
	};
}
