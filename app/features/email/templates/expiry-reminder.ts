import { href } from "react-router";
import type { PlannedPayment } from "~/features/payments/renewal-charge";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { formatMoney, type Money } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface ExpiringDomain {
	readonly id: string;
	/** In Unicode, as displayed. */
	readonly name: string;
	readonly expiresAt: number;
	/** Until when it can be renewed at the regular price (ms, UTC). */
	readonly renewableUntil: number;
	/** What restoring it costs after that, and until when. Null if we have no price. */
	readonly restore: { readonly fee: Money; readonly until: number } | null;
	readonly expired: boolean;
	readonly payment: PlannedPayment | null;
}

/** Sent before and after a registration expires: when we renew it, or how the customer can. */
export function expiryReminder(
	to: Recipient,
	{ payment, ...ending }: ExpiringDomain,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	const { id, name, expiresAt, renewableUntil, restore, expired } = ending;
	if (payment?.kind === "charge") return automaticRenewal(to, ending, payment, appOrigin);
	const day = formatDay(expiresAt, to);
	const last = formatDay(renewableUntil, to);
	const late = restore
		? `After ${last} its registry deletes it. You can then restore it until ${formatDay(restore.until, to)} for a redemption fee of ${formatMoney(restore.fee, to.language)} and the renewal of a year, plus tax.`
		: `After ${last} you can only get it back from the registry at a higher price, or not at all.`;
	const title = expired ? `${name} has expired` : `${name} expires on ${day}`;
	return {
		subject: headerText(title),
		preview: expired ? `Renew it by ${last} to keep it.` : "Renew it to keep it working.",
		heading: title,
		blocks: [
			text(greeting(to)),
			text(
				expired
					? `${name} expired on ${day}. Its website and email stop working. You can renew it until ${last}.`
					: `Your registration of ${name} ends on ${day}. Renew it before then to keep its website and email working.`,
			),
			button(
				`Renew ${headerText(name)}`,
				`${appOrigin}${href("/dashboard/domains/:domainId", { domainId: id })}#renew`,
			),
			text(
				`${late} You'll see the price before you pay. If you don't need the domain any more, you don't need to do anything.`,
			),
		],
	};
}

/** Sent when a saved card will pay the renewal. */
function automaticRenewal(
	to: Recipient,
	{ id, name, expiresAt }: Pick<ExpiringDomain, "id" | "name" | "expiresAt">,
	{ card, at }: { card: string; at: number },
	appOrigin: string,
): EmailContent {
	const day = formatDay(expiresAt, to);
	const charged = `${card} on ${formatDay(at, to)}`;
	return {
		subject: headerText(`${name} renews automatically`),
		preview: `We'll charge ${charged}. You don't need to do anything.`,
		heading: `${name} renews automatically`,
		blocks: [
			text(greeting(to)),
			text(
				`Your registration of ${name} ends on ${day}. You don't need to do anything. We'll charge ${charged}, as you chose.`,
			),
			button(`See ${headerText(name)}`, `${appOrigin}${href("/dashboard/domains/:domainId", { domainId: id })}`),
			text(
				`To pay with another card or stop automatic payments, change your billing settings: ${appOrigin}${href("/dashboard/account-settings/billing")}`,
			),
		],
	};
}
