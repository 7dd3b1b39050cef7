import { href } from "react-router";
import { brand } from "~/brand";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { formatMoney, type Money } from "~/lib/money";
import { button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface Shop {
	readonly appOrigin: string;
}

interface NamedPlan {
	/** As the catalogue has it: "Business Hosting". */
	readonly name: string;
	/** In Unicode, as displayed. */
	readonly domain: string | null;
}

/** Times in ms, UTC. */
interface UnpaidPlan extends NamedPlan {
	readonly expiresAt: number;
	/** Null if it is not suspended. */
	readonly keptUntil: number | null;
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	readonly toPay: Money;
}

const title = ({ name, domain }: NamedPlan): string => (domain ? `${name} for ${domain}` : name);

const payUrl = ({ invoiceId }: UnpaidPlan, { appOrigin }: Shop): string =>
	`${appOrigin}${href("/pay/:invoiceId", { invoiceId })}`;

const contact = `write to ${brand.emails.support} or call ${brand.phone.display} (${brand.phoneHours})`;

/** Sent when a plan is suspended: why, what to pay, and until when its content is kept. */
export function planIsSuspended(
	to: Recipient,
	suspended: UnpaidPlan & { readonly keptUntil: number; readonly runByStaff: boolean },
	shop: Shop,
): EmailContent {
	const { expiresAt, keptUntil, invoiceNumber, toPay, runByStaff } = suspended;
	const plan = title(suspended);
	const total = formatMoney(toPay, to.language);
	const kept = formatDay(keptUntil, to);
	return {
		subject: headerText(`${plan} is suspended`),
		values: { plan },
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
			button("Pay this invoice", payUrl(suspended, shop)),
			text(
				`Once you have paid, ${runByStaff ? "our team switches the plan on again" : "the plan works again within minutes"}, with all its files, databases and email.`,
			),
			text(
				`We keep its content until ${kept}. After that day we delete it. If you have paid already, or need more time, ${contact}.`,
			),
		],
	};
}

/** Sent when a suspended plan has ended, because it was not paid in time. */
export function planHasEnded(to: Recipient, ended: NamedPlan, { appOrigin }: Shop): EmailContent {
	const plan = title(ended);
	return {
		subject: headerText(`${plan} has ended`),
		values: { plan },
		preview: "Its renewal was not paid. Contact us soon if you still need its content.",
		heading: `${plan} has ended`,
		blocks: [
			text(greeting(to)),
			text(
				`The renewal of ${plan} was not paid, so the plan has ended and its websites, databases and mailboxes were deleted. Its invoice is cancelled and you don't owe us anything.`,
			),
			text(`We made a last backup. If you still need the content, ${contact} as soon as you can.`),
			button("Choose a new plan", `${appOrigin}${href("/dashboard/hosting/add")}`),
		],
	};
}

/** Times in ms. */
interface CancelledPlan extends NamedPlan {
	readonly expiresAt: number;
	readonly keptUntil: number;
}

/** Sent when the term of a cancelled plan is over: until when its content is kept. */
export function cancelledPlanHasEnded(to: Recipient, ended: CancelledPlan, { appOrigin }: Shop): EmailContent {
	const plan = title(ended);
	const kept = formatDay(ended.keptUntil, to);
	return {
		subject: headerText(`${plan} has ended`),
		values: { plan },
		preview: `We keep its content until ${kept}.`,
		heading: `${plan} has ended`,
		blocks: [
			text(greeting(to)),
			text(
				`You cancelled ${plan}, and it was paid until ${formatDay(ended.expiresAt, to)}. Its websites and mailboxes do not work any more, and nothing more is charged for it.`,
			),
			text(
				`We keep its content until ${kept}. After that day we make a last backup and delete it. If you need a copy, ${contact} before that day.`,
			),
			button("Choose a new plan", `${appOrigin}${href("/dashboard/hosting/add")}`),
		],
	};
}

interface EndedPlan extends NamedPlan {
	/** As staff wrote it. */
	readonly reason: string;
	/** In ms. */
	readonly keptUntil: number | null;
}

/** Sent when staff have ended a plan: why, and until when its content is kept. */
export function planEndedByStaff(to: Recipient, ended: EndedPlan, { appOrigin }: Shop): EmailContent {
	const plan = title(ended);
	const kept = ended.keptUntil === null ? null : formatDay(ended.keptUntil, to);
	return {
		subject: headerText(`${plan} has ended`),
		values: { plan },
		preview: kept === null ? "Its websites and mailboxes do not work." : `We keep its content until ${kept}.`,
		heading: `${plan} has ended`,
		blocks: [
			text(greeting(to)),
			text(`We have ended ${plan}. Its websites and mailboxes do not work any more, and it is not renewed.`),
			text(`Reason: ${ended.reason}`),
			...(kept === null
				? []
				: [
						text(
							`We keep its content until ${kept} and then delete it. If you need a copy, ${contact} before that day.`,
						),
					]),
			button("See your plans", `${appOrigin}${href("/dashboard/hosting")}`),
		],
	};
}

interface SuspendedPlan extends NamedPlan {
	/** As staff wrote it. */
	readonly reason: string;
	/** In ms. Null if it ends by hand. */
	readonly until: number | null;
}

/** Sent when staff have suspended a plan: why, and until when. */
export function planSuspendedByStaff(to: Recipient, suspended: SuspendedPlan, { appOrigin }: Shop): EmailContent {
	const plan = title(suspended);
	const until = suspended.until === null ? null : formatDay(suspended.until, to);
	return {
		subject: headerText(`${plan} is suspended`),
		values: { plan },
		preview: until === null ? "Its websites and mailboxes do not work." : `It works again on ${until}.`,
		heading: `${plan} is suspended`,
		blocks: [
			text(greeting(to)),
			text(`We have suspended ${plan}. Its websites and mailboxes do not work now. Its content is kept.`),
			text(`Reason: ${suspended.reason}`),
			...(until === null ? [] : [text(`The suspension ends on ${until}.`)]),
			text(`If you have questions, or have solved it, ${contact}.`),
			button("See your plans", `${appOrigin}${href("/dashboard/hosting")}`),
		],
	};
}
