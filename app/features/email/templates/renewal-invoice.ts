import { href } from "react-router";
import type { PlannedPayment } from "~/features/payments/renewal-charge";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
import { listNames } from "~/lib/list-names";
import { formatMoney, type Money } from "~/lib/money";
import { type Block, button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface RenewalInvoice {
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	/** What is renewed, as the customer reads it. */
	readonly items: readonly string[];
	readonly total: Money;
	/** When the service ends if the invoice is not paid (ms, UTC). */
	readonly dueAt: number;
	/** An invoice is sent again after `dueAt` if its first email was lost. */
	readonly isOverdue: boolean;
	readonly payment: PlannedPayment | null;
}

interface Shop {
	readonly appOrigin: string;
}

/** Sent with the invoice for the next term: what it costs, when it is due, and whether a card pays it. */
export function renewalInvoice(to: Recipient, invoice: RenewalInvoice, shop: Shop): EmailContent {
	const { invoiceId, invoiceNumber, items, dueAt, isOverdue, payment } = invoice;
	const total = formatMoney(invoice.total, to.language);
	const day = formatDay(dueAt, to);
	const charged = payment?.kind === "charge" ? { card: payment.card, on: formatDay(payment.at, to) } : null;
	return {
		subject: headerText(`Invoice ${invoiceNumber}: ${listNames(items, 3)}`),
		preview: charged ? `We'll charge ${total} to ${charged.card} on ${charged.on}.` : askFor(total, day, isOverdue),
		heading: charged ? "Your renewal" : "Time to renew",
		blocks: [
			text(greeting(to)),
			...opening(to, invoice, total),
			{
				kind: "facts",
				rows: [
					["Invoice", invoiceNumber],
					...items.map((item) => ["For", item] as const),
					["Total", total],
					...(charged
						? ([
								["Charged to", charged.card],
								["Charged on", charged.on],
							] as const)
						: []),
					[charged ? "Current term ends on" : isOverdue ? "Was due on" : "Pay by", day],
				],
			},
			...(charged ? chargeBlocks(charged.on, invoiceId, shop) : selfPaymentBlocks(invoice, shop)),
		],
	};
}

const askFor = (total: string, day: string, isOverdue: boolean): string =>
	isOverdue ? `Pay ${total} now. It was due on ${day}.` : `Pay ${total} by ${day}.`;

function opening(to: Recipient, { dueAt, isOverdue, payment }: RenewalInvoice, total: string): Block[] {
	const day = formatDay(dueAt, to);
	switch (payment?.kind) {
		case "charge":
			return [
				text(
					`You don't need to do anything. We'll charge ${total} to ${payment.card} on ${formatDay(payment.at, to)}, as you chose. If you have credit, we use it first.`,
				),
			];
		case "card_expires":
			return [
				text(`We would charge ${payment.card} on ${formatDay(payment.at, to)}, but it expires before then.`),
				text(`Choose another card before that day, or pay by ${day}, to keep your service running.`),
			];
		default:
			return [
				text(
					isOverdue
						? `This invoice was due on ${day}. Pay now to keep your service running.`
						: `Pay by ${day} to keep your service running.`,
				),
			];
	}
}

const billingUrl = ({ appOrigin }: Shop): string => `${appOrigin}${href("/dashboard/account-settings/billing")}`;

const chargeBlocks = (on: string, invoiceId: string, shop: Shop): Block[] => [
	button("See the invoice", `${shop.appOrigin}${href("/dashboard/invoices/:invoiceId", { invoiceId })}`),
	text(
		`To pay with another card or stop automatic payments, change your billing settings before ${on}: ${billingUrl(shop)}`,
	),
	text(
		"If you don't want to renew, turn off auto-renew or cancel the plan before that day. Nothing is charged, and the service ends with the current term.",
	),
];

const selfPaymentBlocks = ({ invoiceId, isOverdue, payment }: RenewalInvoice, shop: Shop): Block[] => [
	button("Pay this invoice", `${shop.appOrigin}${href("/pay/:invoiceId", { invoiceId })}`),
	text(
		payment?.kind === "card_expires"
			? `See your cards: ${billingUrl(shop)}`
			: `To pay renewals automatically, choose a card: ${billingUrl(shop)}`,
	),
	text(
		`If you don't want to renew, don't pay. Nothing is charged, and the service ends${isOverdue ? "" : " on that day"}.`,
	),
];
