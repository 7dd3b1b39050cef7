import { href } from "react-router";
import type { PlannedPayment } from "~/features/payments/renewal-charge";
import { formatDay } from "~/lib/dates";
import { headerText } from "~/lib/mail-message";
import { formatMoney, type Money } from "~/lib/money";
import { type Block, button, type EmailContent, text } from "../content";
import { greeting, type Recipient } from "../recipient";

interface RenewalInvoice {
	readonly invoiceId: string;
	readonly invoiceNumber: string;
	/** What is renewed, in words. */
	readonly items: readonly string[];
	readonly total: Money;
	/** When it ends without payment. */
	readonly dueAt: number;
	readonly payment: PlannedPayment | null;
}

interface Shop {
	readonly appOrigin: string;
}

/** The next term is invoiced: what it costs, until when, and whether a card pays it. */
export function renewalInvoice(to: Recipient, invoice: RenewalInvoice, shop: Shop): EmailContent {
	const { invoiceId, invoiceNumber, items, dueAt, payment } = invoice;
	const total = formatMoney(invoice.total, to.language);
	const day = formatDay(dueAt, to);
	const charged = payment?.kind === "charge" ? { card: payment.card, on: formatDay(payment.at, to) } : null;
	return {
		subject: headerText(`Invoice ${invoiceNumber}: ${items.join(", ")}`),
		preview: charged ? `${total}, charged to ${charged.card} on ${charged.on}.` : `${total}, to be paid by ${day}.`,
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
					[charged ? "Runs until" : "To be paid by", day],
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
					`You need not do anything: we charge ${total} to ${payment.card} on ${formatDay(payment.at, to)}, as you chose, and everything goes on without a break. Credit that we hold for you is used first.`,
				),
			];
		case "card_expires":
			return [
				text(`${payment.card}, which pays your renewals, will have expired by ${formatDay(payment.at, to)}.`),
				text(`Choose another card before that day, or pay by ${day}, and everything goes on without a break.`),
			];
		default:
			return [text(`Pay by ${day} and everything goes on without a break.`)];
	}
}

const billingUrl = ({ appOrigin }: Shop): string => `${appOrigin}${href("/dashboard/account-settings/billing")}`;

const chargeBlocks = (on: string, invoiceId: string, shop: Shop): Block[] => [
	button("See the invoice", `${shop.appOrigin}${href("/dashboard/invoices/:invoiceId", { invoiceId })}`),
	text(`To pay with another card, or to stop automatic payments, change it before ${on}: ${billingUrl(shop)}`),
	text(
		"You do not want to go on with it? Switch its auto-renew off, or cancel the plan, before that day: then nothing is charged, and it ends.",
	),
];

const selfPaymentBlocks = (invoiceId: string, payment: PlannedPayment | null, shop: Shop): Block[] => [
	button("Pay this invoice", `${shop.appOrigin}${href("/pay/:invoiceId", { invoiceId })}`),
	text(
		payment?.kind === "card_expires"
			? `Your cards: ${billingUrl(shop)}`
			: `You would rather have renewals paid by themselves? Choose a card for it: ${billingUrl(shop)}`,
	),
	text("You do not want to go on with it? Then simply do not pay: nothing is charged, and it ends on that day."),
];
