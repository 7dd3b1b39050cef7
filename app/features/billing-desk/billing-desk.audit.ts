import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";

const sum = z.object({ money: moneySchema });
const ofInvoice = sum.extend({ invoice: z.string() });
const asked = z.object({ what: z.string(), money: moneySchema });
const decided = asked.extend({ askedBy: z.string() });

export const billingDeskAudit = {
	"refund.started": activityKind(
		ofInvoice,
		({ money, invoice }) => `Refunded ${formatMoney(money)} of invoice ${invoice}.`,
	),
	"credit.given": activityKind(sum, ({ money }) => `Gave ${formatMoney(money)} of credit.`),
	"credit.paid_back": activityKind(
		sum.extend({ reference: z.string() }),
		({ money, reference }) => `Paid ${formatMoney(money)} of credit back, with the reference ${reference}.`,
	),
	"payment.recorded": activityKind(
		ofInvoice.extend({ method: z.string(), reference: z.string() }),
		({ money, invoice, method, reference }) =>
			`Recorded ${formatMoney(money)} by ${method}, ${reference}, for invoice ${invoice}.`,
	),
	"credit.recorded": activityKind(
		ofInvoice.extend({ reference: z.string() }),
		({ money, invoice, reference }) =>
			`Made ${formatMoney(money)} of the payment ${reference} for invoice ${invoice} credit.`,
	),
	"credit.imported": activityKind(
		sum.extend({ account: z.string() }),
		({ money, account }) => `Made ${formatMoney(money)} of the transfers to account ${account} credit.`,
	),
	"credit.assigned": activityKind(
		sum.extend({ receipt: z.string() }),
		({ money, receipt }) => `Made ${formatMoney(money)} of the transfer ${receipt} credit.`,
	),
	"invoice.voided": activityKind(z.object({ invoice: z.string() }), ({ invoice }) => `Cancelled invoice ${invoice}.`),
	"invoice.written_off": activityKind(
		ofInvoice,
		({ money, invoice }) => `Wrote off ${formatMoney(money)} of invoice ${invoice}.`,
	),
	"approval.asked": activityKind(asked, ({ what, money }) => `Asked for approval: ${what}, ${formatMoney(money)}.`),
	"approval.approved": activityKind(
		decided,
		({ what, money, askedBy }) => `Approved what ${askedBy} asked for: ${what}, ${formatMoney(money)}.`,
	),
	"approval.refused": activityKind(
		decided,
		({ what, money, askedBy }) => `Refused what ${askedBy} asked for: ${what}, ${formatMoney(money)}.`,
	),
};
