import { href } from "react-router";
import { z } from "zod";
import { activityKind, notificationKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";
import { type RefundTarget, refundTargets } from "./refund-state";

/** `invoice` and `creditNote`: their numbers. */
const refund = z.object({ money: moneySchema, invoice: z.string(), creditNote: z.string() });

const issued = refund.extend({ to: z.enum(refundTargets) });

const next: Readonly<Record<RefundTarget, string>> = {
	payment: "We are sending it back the way you paid.",
	credit: "We added it to your credit.",
	by_hand: "We'll contact you about how you get it back.",
};

/** Says what the customer gets, and how. `sum`: formatted money. */
export const refundText = (sum: string, invoice: string, to: RefundTarget): string =>
	`You get ${sum} of invoice ${invoice} back. ${next[to]}`;

export const refundsActivity = {
	"refund.issued": activityKind(
		issued,
		({ money, invoice, creditNote }, { language }) =>
			`Credit note ${creditNote}: ${formatMoney(money, language)} of invoice ${invoice} is paid back.`,
	),
	"refund.sent": activityKind(
		refund,
		({ money, invoice }, { language }) => `Sent ${formatMoney(money, language)} of invoice ${invoice} back.`,
	),
	"refund.credited": activityKind(
		refund,
		({ money, invoice }, { language }) =>
			`Added ${formatMoney(money, language)} of invoice ${invoice} to the credit, because it could not be sent back.`,
	),
};

const toInvoice = ({ invoiceId }: { invoiceId: string }) => href("/dashboard/invoices/:invoiceId", { invoiceId });

export const refundsNotifications = {
	"refund.issued": notificationKind(issued.extend({ invoiceId: z.string() }), {
		title: ({ money }, { language }) => `Refund of ${formatMoney(money, language)}`,
		body: ({ money, invoice, to }, { language }) => refundText(formatMoney(money, language), invoice, to),
		href: toInvoice,
	}),
	"refund.sent": notificationKind(refund.extend({ invoiceId: z.string() }), {
		title: () => "Your refund was sent",
		body: ({ money, invoice }, { language }) =>
			`We sent ${formatMoney(money, language)} of invoice ${invoice} back. A bank may take up to ten working days to show it.`,
		href: toInvoice,
	}),
	"refund.credited": notificationKind(refund.extend({ invoiceId: z.string() }), {
		title: () => "Your refund is now credit",
		body: ({ money, invoice }, { language }) =>
			`We could not send ${formatMoney(money, language)} of invoice ${invoice} back, so we added it to your credit. You can use it for your next invoice.`,
		href: toInvoice,
	}),
};
