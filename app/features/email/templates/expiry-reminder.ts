import { href } from "react-router";
import type { PlannedPayment } from "~/features/payments/renewal-charge";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ExpiringDomain {
	readonly id: string;
	/** As people read it. */
	readonly name: string;
	readonly expiresAt: number;
	/** Until when it can be renewed at the ordinary price. */
	readonly renewableUntil: number;
	readonly expired: boolean;
	readonly payment: PlannedPayment | null;
}

/** A registration ends soon, or has ended: renewed by itself, or what to do. */
export function expiryReminder(
	to: Recipient,
	{ payment, ...ending }: ExpiringDomain,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	const { id, name, expiresAt, renewableUntil, expired } = ending;
	if (payment?.kind === "charge") return automaticRenewal(to, ending, payment, appOrigin);
	const day = formatDay(expiresAt, to);
	const last = formatDay(renewableUntil, to);
	const title = expired ? `${name} has expired` : `${name} expires on ${day}`;
	return {
		subject: headerText(title),
		preview: expired ? `Renew it by ${last}, before it is lost.` : "Renew it, and it goes on without a break.",
		heading: title,
		blocks: [
			text(greeting(to)),
			text(
				expired
					? `${name} expired on ${day}. Its website and its mail stop, and from ${last} on it can only be got back from its registry at a higher price, or not at all.`
					: `Your registration of ${name} ends on ${day}. Renew it before that day, and nothing changes for its website and its mail.`,
			),
			button(
				`Renew ${headerText(name)}`,
				`${appOrigin}${href("/dashboard/domains/:domainId", { domainId: id })}#renew`,
			),
			text("You see what it costs before you pay. If you no longer need the name, there is nothing to do."),
		],
	};
}

/** Nothing is to be done: it is paid by itself. */
function automaticRenewal(
	to: Recipient,
	{ id, name, expiresAt }: Pick<ExpiringDomain, "id" | "name" | "expiresAt">,
	{ card, at }: { card: string; at: number },
	appOrigin: string,
): EmailContent {
	const day = formatDay(expiresAt, to);
	const charged = `${card} on ${formatDay(at, to)}`;
	return {
		subject: headerText(`${name} renews by itself`),
		preview: `Charged to ${charged}. You need not do anything.`,
		heading: `${name} renews by itself`,
		blocks: [
			text(greeting(to)),
			text(
				`Your registration of ${name} ends on ${day}. You need not do anything: we charge ${charged}, as you chose.`,
			),
			button(`See ${headerText(name)}`, `${appOrigin}${href("/dashboard/domains/:domainId", { domainId: id })}`),
			text(
				`To pay with another card, or to stop automatic payments: ${appOrigin}${href("/dashboard/account-settings/billing")}`,
			),
		],
	};
}
