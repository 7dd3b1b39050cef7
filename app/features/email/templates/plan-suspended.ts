import { href } from "react-router";
import { brand } from "~/brand";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { formatMoney, type Money } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface SuspendedPlan {
	/** As the catalogue has it: "Business Hosting". */
	readonly name: string;
	/** In Unicode, as displayed. */
	readonly domain: string | null;
	/** Times in ms, UTC. */
	readonly expiresAt: number;
	readonly keptUntil: number;
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	readonly toPay: Money;
}

/** Sent when a plan is suspended: why, what to pay, and until when its content is kept. */
export function planIsSuspended(
	to: Recipient,
	{ name, domain, expiresAt, keptUntil, invoiceId, invoiceNumber, toPay }: SuspendedPlan,
	{ appOrigin }: { appOrigin: string },
): EmailContent {
	const plan = domain ? `${name} for ${domain}` : name;
	const total = formatMoney(toPay, to.language);
	const kept = formatDay(keptUntil, to);
	return {
		subject: headerText(`${plan} is suspended`),
		preview: `Pay ${total} to use it again. We keep its content until ${kept}.`,
		heading: `${plan} is suspended`,
		blocks: [
			text(greeting(to)),
			text(
				`${plan} was paid until ${formatDay(expiresAt, to)}, and invoice ${invoiceNumber} for its renewal is not paid. Its websites and mailboxes do not work now.`,
			),
			{
				kind: "facts",
				rows: [
					["Invoice", invoiceNumber],
					["To pay", total],
					["Content kept until", kept],
				],
			},
			button("Pay this invoice", `${appOrigin}${href("/pay/:invoiceId", { invoiceId })}`),
			text("Once you have paid, the plan works again within minutes, with all its files, databases and email."),
			text(
				`We keep its content until ${kept}. After that day we delete it. If you have paid already, or need more time, write to ${brand.emails.support} or call ${brand.phone.display} (${brand.phoneHours}).`,
			),
		],
	};
}
