import { href } from "react-router";
import { z } from "zod";
import { formatDay, hourOf, kenya, type Locale } from "~/lib/dates";
import { localMobile } from "~/lib/kenyan-mobile";
import { activityKind, notificationKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";
import { chargeFailureMessage, failureMessage, nextRetryMessage } from "./payment-failure";
import { hourName } from "./prompt";

/** `card`: the card's name, such as "Visa •••• 4242". */
const cardParams = z.object({ card: z.string() });

export const creditedInvoiceStates = ["open", "underpaid", "paid", "void", "refunded"] as const;

/** `invoiceState`: the invoice's state when the money arrived. `underpaid`: open, and the money was not enough. */
const credited = z.object({
	money: moneySchema,
	invoice: z.string(),
	invoiceState: z.enum(creditedInvoiceStates),
});

const creditedInvoice = credited.extend({ invoiceId: z.string() });

/** A payment without an invoice that staff assigned to the customer. */
const assigned = z.object({ money: moneySchema, receipt: z.string() });

/** Credit that staff gave, and why. */
const given = z.object({ money: moneySchema, reason: z.string() });

/** Credit that staff paid back to the customer in another way. `reference`: of that payment. */
const paidBack = z.object({ money: moneySchema, reference: z.string(), reason: z.string() });

/** How money became credit, or left it other than for an invoice. */
export const creditChangeSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("payment.credited"), params: creditedInvoice }),
	z.object({ kind: z.literal("payment.assigned"), params: assigned }),
	z.object({ kind: z.literal("credit.given"), params: given }),
	z.object({ kind: z.literal("credit.paid_back"), params: paidBack }),
]);
export type CreditChange = z.infer<typeof creditChangeSchema>;

/** On a phone, all that the list of notifications shows. */
export const creditTitle = ({ kind, params }: CreditChange, { language }: Pick<Locale, "language">): string =>
	kind === "credit.paid_back"
		? `${formatMoney(params.money, language)} of your credit paid back`
		: `${formatMoney(params.money, language)} added to your credit`;

/** The list of invoices says how much credit there is. Money that was not enough is used on the page of its invoice. */
export const creditPage = ({ kind, params }: CreditChange): string =>
	kind === "payment.credited" && params.invoiceState === "underpaid"
		? href("/dashboard/invoices/:invoiceId", { invoiceId: params.invoiceId })
		: href("/dashboard/invoices");

/** What happened, and what the customer can do with the credit. */
export function creditText({ kind, params }: CreditChange, { language }: Pick<Locale, "language">): string {
	switch (kind) {
		case "payment.credited": {
			const use =
				params.invoiceState === "underpaid"
					? "Use it for this invoice and pay the rest"
					: "Use it for your next invoice";
			return `${creditReason(params, language)}. We added it to your credit. ${use}, or ask us for a refund.`;
		}
		case "payment.assigned":
			return `We found your payment of ${formatMoney(params.money, language)} with receipt ${params.receipt} and added it to your credit. Use it for your next invoice.`;
		case "credit.given":
			return `We added ${formatMoney(params.money, language)} to your credit. Use it for your next invoice. Reason: ${params.reason}`;
		case "credit.paid_back":
			return `We paid ${formatMoney(params.money, language)} of your credit back to you. The payment has the reference ${params.reference}. Reason: ${params.reason}`;
	}
}

function creditReason({ money, invoice, invoiceState }: z.output<typeof credited>, language: string): string {
	const sum = formatMoney(money, language);
	switch (invoiceState) {
		case "open":
			return `We received ${sum} more for invoice ${invoice} than was due`;
		case "underpaid":
			return `We received ${sum} for invoice ${invoice}, which is less than its amount`;
		case "void":
			return `We received ${sum} for invoice ${invoice}, which was cancelled`;
		default:
			return `We received ${sum} for invoice ${invoice}, which was already paid`;
	}
}

export const paymentsActivity = {
	"card.kept": activityKind(cardParams, ({ card }) => `Saved the card ${card}.`),
	"card.preferred": activityKind(cardParams, ({ card }) => `Made ${card} the default card.`),
	"card.removed": activityKind(cardParams, ({ card }) => `Removed the card ${card}.`),
	"card.restored": activityKind(cardParams, ({ card }) => `Restored the card ${card}.`),
	"card.renewals_on": activityKind(
		cardParams,
		({ card }) => `Turned on automatic renewal payments with the card ${card}.`,
	),
	"card.renewals_off": activityKind(
		cardParams,
		({ card }) => `Turned off automatic renewal payments with the card ${card}.`,
	),
	"credit.used": activityKind(
		z.object({ money: moneySchema, invoice: z.string() }),
		({ money, invoice }, { language }) => `Used ${formatMoney(money, language)} of credit for invoice ${invoice}.`,
	),
	"invoice.link_replaced": activityKind(
		z.object({ invoice: z.string() }),
		({ invoice }) => `Replaced the pay link of invoice ${invoice}. Earlier links no longer work.`,
	),
	"prompts.on": activityKind(
		z.object({ lastDigits: z.string(), hour: z.number() }),
		({ lastDigits, hour }) =>
			`Turned on M-Pesa prompts for renewals, to the number ending in ${lastDigits} at ${hourName(hour)} East Africa Time.`,
	),
	"prompts.off": activityKind(z.object({}), () => "Turned off M-Pesa prompts for renewals."),
	"payment.prompted": activityKind(
		z.object({ phone: z.string() }),
		({ phone }) => `Sent an M-Pesa prompt to ${localMobile(phone)}.`,
	),
	"payment.credited": activityKind(credited, (params, { language }) => creditReason(params, language)),
	"payment.assigned": activityKind(
		assigned,
		({ money, receipt }, { language }) =>
			`Added ${formatMoney(money, language)} to the credit, from the payment with receipt ${receipt}.`,
	),
	"credit.paid_back": activityKind(
		paidBack,
		({ money, reference, reason }, { language }) =>
			`Paid ${formatMoney(money, language)} of the credit back, with the reference ${reference}: ${reason}`,
	),
	"credit.given": activityKind(
		given,
		({ money, reason }, { language }) => `Added ${formatMoney(money, language)} to the credit: ${reason}`,
	),
	"payment.charge_failed": activityKind(
		z.object({ invoice: z.string(), card: z.string().nullable() }),
		({ invoice, card }) => `Invoice ${invoice} could not be charged to ${card ?? "the card"}.`,
	),
};

export const paymentsNotifications = {
	"payment.credited": notificationKind(creditedInvoice, {
		title: (params, locale) => creditTitle({ kind: "payment.credited", params }, locale),
		body: (params, locale) => creditText({ kind: "payment.credited", params }, locale),
		href: (params) => creditPage({ kind: "payment.credited", params }),
	}),
	"payment.assigned": notificationKind(assigned, {
		title: (params, locale) => creditTitle({ kind: "payment.assigned", params }, locale),
		body: (params, locale) => creditText({ kind: "payment.assigned", params }, locale),
		href: () => href("/dashboard/invoices"),
	}),
	"credit.given": notificationKind(given, {
		title: (params, locale) => creditTitle({ kind: "credit.given", params }, locale),
		body: (params, locale) => creditText({ kind: "credit.given", params }, locale),
		href: () => href("/dashboard/invoices"),
	}),
	"credit.paid_back": notificationKind(paidBack, {
		title: (params, locale) => creditTitle({ kind: "credit.paid_back", params }, locale),
		body: (params, locale) => creditText({ kind: "credit.paid_back", params }, locale),
		href: () => href("/dashboard/invoices"),
	}),
	/** `at`: when the prompt was sent (ms). */
	"invoice.prompt_failed": notificationKind(
		z.object({ invoiceId: z.string(), invoice: z.string(), phone: z.string(), code: z.string(), at: z.number() }),
		{
			title: ({ invoice }) => `M-Pesa prompt not paid: invoice ${invoice}`,
			body: ({ phone, code, at }) =>
				`We sent it to ${localMobile(phone)} at ${hourName(hourOf(at, kenya.timezone))}. ${failureMessage(code, "mpesa")}`,
			href: ({ invoiceId }) => href("/pay/:invoiceId", { invoiceId }),
		},
	),
	/** `retryAt` in ms. Null if the card is not charged again. */
	"invoice.charge_failed": notificationKind(
		z.object({
			invoiceId: z.string(),
			invoice: z.string(),
			card: z.string().nullable(),
			code: z.string(),
			retryAt: z.number().nullable(),
		}),
		{
			title: ({ invoice }) => `Invoice ${invoice} is not paid`,
			body: ({ code, card, retryAt }, reader) =>
				`${chargeFailureMessage(code, card)} ${nextRetryMessage(retryAt === null ? null : formatDay(retryAt, reader))}`,
			href: ({ invoiceId }) => href("/pay/:invoiceId", { invoiceId }),
		},
	),
};
