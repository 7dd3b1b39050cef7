import { href } from "react-router";
import { z } from "zod";
import { formatDay } from "~/lib/dates";
import { activityKind, notificationKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";
import { chargeFailureMessage, nextRetryMessage } from "./payment-failure";

/** `card` as pages name it: "Visa •••• 4242". */
const cardParams = z.object({ card: z.string() });

/** `invoiceState` when the money arrived. */
const credited = z.object({
	money: moneySchema,
	invoice: z.string(),
	invoiceState: z.enum(["open", "paid", "void", "refunded"]),
});

function creditReason({ money, invoice, invoiceState }: z.output<typeof credited>, language: string): string {
	const sum = formatMoney(money, language);
	switch (invoiceState) {
		case "open":
			return `We received ${sum} more for invoice ${invoice} than was still to pay`;
		case "void":
			return `We received ${sum} for invoice ${invoice}, which was cancelled`;
		default:
			return `We received ${sum} for invoice ${invoice}, which is paid already`;
	}
}

export const paymentsActivity = {
	"card.kept": activityKind(cardParams, ({ card }) => `Kept the card ${card} for later payments.`),
	"card.preferred": activityKind(cardParams, ({ card }) => `Made the default card ${card}.`),
	"card.removed": activityKind(cardParams, ({ card }) => `Removed the card ${card}.`),
	"card.restored": activityKind(cardParams, ({ card }) => `Kept the card ${card} after all.`),
	"card.renewals_on": activityKind(cardParams, ({ card }) => `Renewals are charged automatically to the card ${card}.`),
	"card.renewals_off": activityKind(
		cardParams,
		({ card }) => `Renewals are no longer charged automatically to the card ${card}.`,
	),
	"credit.used": activityKind(
		z.object({ money: moneySchema, invoice: z.string() }),
		({ money, invoice }, { language }) => `Used ${formatMoney(money, language)} of credit for invoice ${invoice}`,
	),
	"payment.credited": activityKind(credited, (params, { language }) => creditReason(params, language)),
	"payment.charge_failed": activityKind(
		z.object({ invoice: z.string(), card: z.string().nullable() }),
		({ invoice, card }) => `Invoice ${invoice} could not be charged to ${card ?? "the card"}.`,
	),
};

export const paymentsNotifications = {
	"payment.credited": notificationKind(credited.extend({ invoiceId: z.string() }), {
		title: () => "You have credit",
		body: (params, { language }) =>
			`${creditReason(params, language)}. It is yours: pay your next invoice with it, or ask us to send it back.`,
		href: ({ invoiceId }) => href("/dashboard/invoices/:invoiceId", { invoiceId }),
	}),
	/** `retryAt` in ms; null if it is not charged again. */
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
