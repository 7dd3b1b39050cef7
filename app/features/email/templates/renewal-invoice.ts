import { href } from "react-router";
import type { PlannedPayment } from "~/features/payments/renewal-charge";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/email-message";
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
	readonly payment: PlannedPayment | null;
}

interface Shop {
	readonly appOrigin: string;
}

/** Sent with the invoice for the next term: what it costs, when it is due, and whether a card pays it. */
export function renewalInvoice(to: Recipient, invoice: RenewalInvoice, shop: Shop): EmailContent {
	const { invoiceId, invoiceNumber, items, dueAt, payment } = invoice;
	const total = formatMoney(invoice.total, to.language);
	const day = formatDay(dueAt, to);
	const charged = payment?.kind === "charge" ? { card: payment.card, on: formatDay(payment.at, to) } : null;
	return {
		subject: headerText(`Invoice ${invoiceNumber}: ${items.join(", ")}`),
		preview: charged ? `We'll charge ${total} to ${charged.card} on ${charged.on}.` : `Pay ${total} by ${day}.`,
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
					[charged ? "Current term ends on" : "Pay by", day],
				],
			},
			...(charged ? chargeBlocks(charged.on, invoiceId, shop) : selfPaymentBlocks(invoiceId, payment, shop)),
		],
	};
}

function opening(to: Recipient, { dueAt, payment }: RenewalInvoice, total: string): Block[] {
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
			return [text(`Pay by ${day} to keep your service running.`)];
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

const selfPaymentBlocks = (invoiceId: string, payment: PlannedPayment | null, shop: Shop): Block[] => [
	button("Pay this invoice", `${shop.appOrigin}${href("/pay/:invoiceId", { invoiceId })}`),
	text(
		payment?.kind === "card_expires"
			? `See your cards: ${billingUrl(shop)}`
			: `To pay renewals automatically, choose a card: ${billingUrl(shop)}`,
	),
	text("If you don't want to renew, don't pay. Nothing is charged, and the service ends on that day."),
];
