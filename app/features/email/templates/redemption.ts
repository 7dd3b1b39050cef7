import { href } from "react-router";
import { brand } from "~/brand";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { formatMoney, type Money } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Domain {
	readonly id: string;
	/** In Unicode, as displayed. */
	readonly name: string;
}

interface DomainInRedemption extends Domain {
	/** What restoring it costs and until when that is possible (ms), or why the customer can't do it. */
	readonly restore: { readonly fee: Money; readonly until: number } | { readonly refused: string };
}

interface Shop {
	readonly appOrigin: string;
}

/** Sent when a domain was not renewed in time. ICANN requires us to name the fee (ERRP). */
export function inRedemption(
	to: Recipient,
	{ id, name, restore }: DomainInRedemption,
	{ appOrigin }: Shop,
): EmailContent {
	const title = `${name} was not renewed in time`;
	const page = `${appOrigin}${href("/dashboard/domains/:domainId", { domainId: id })}#restore`;
	const isOver = `${name} was not renewed in time. Its website and email no longer work.`;
	const contact = `Questions: ${brand.emails.support} or ${brand.phone.display} (${brand.phoneHours}).`;
	if ("refused" in restore)
		return {
			subject: headerText(title),
			values: { domain: name },
			preview: "Contact us if you want to keep it.",
			heading: title,
			blocks: [text(greeting(to)), text(isOver), text(restore.refused), text(contact), button("See the domain", page)],
		};
	const until = formatDay(restore.until, to);
	return {
		subject: headerText(title),
		values: { domain: name },
		preview: `You can restore it until ${until}.`,
		heading: title,
		blocks: [
			text(greeting(to)),
			text(`${isOver} You can restore it until ${until}. After that, anyone can register it.`),
			{
				kind: "facts",
				rows: [
					["Redemption fee", `${formatMoney(restore.fee, to.language)}, plus the renewal of a year and tax`],
					["Restore it by", until],
				],
			},
			button(`Restore ${headerText(name)}`, page),
			text(`You'll see the price before you pay. ${contact}`),
		],
	};
}

interface RestoredDomain extends Domain {
	/** The new expiry (ms). */
	readonly until: number;
	/** The redemption fee, if it was not needed. */
	readonly credit: Money | null;
}

/** Sent when a domain is back from redemption. */
export function restored(
	to: Recipient,
	{ id, name, until, credit }: RestoredDomain,
	{ appOrigin }: Shop,
): EmailContent {
	const day = formatDay(until, to);
	return {
		subject: headerText(`${name} is restored`),
		values: { domain: name },
		preview: `It is yours again and paid until ${day}.`,
		heading: `${name} is restored`,
		blocks: [
			text(greeting(to)),
			text(
				"We publish its DNS records again. Its website and email work again within a few hours. You don't need to do anything.",
			),
			{
				kind: "facts",
				rows: [
					["Restored", name],
					["Paid until", day],
				],
			},
			...(credit
				? [
						text(
							`Its registry had not deleted it yet, so the redemption fee was not needed. We added ${formatMoney(credit, to.language)} to your credit.`,
						),
					]
				: []),
			button("See it in your portal", `${appOrigin}${href("/dashboard/domains/:domainId", { domainId: id })}`),
		],
	};
}
