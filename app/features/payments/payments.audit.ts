import { z } from "zod";
import { formatCount } from "~/lib/format-count";
import { activityKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";
import { reviewReasonText } from "./review-reason";

const received = z.object({ money: moneySchema, receipt: z.string() });
const closed = z.object({ reason: z.string() });

export const paymentsAudit = {
	"bank.statement_imported": activityKind(
		z.object({
			...{ file: z.string(), account: z.string(), credits: z.number(), debits: z.number() },
			/** New ones. Entries before 28 November 2026 have none. */
			reversals: z.number().optional(),
		}),
		({ file, account, credits, reversals = 0 }) =>
			`Imported ${file} of account ${account} with ${formatCount(credits, "new credit")}${reversals > 0 ? ` and ${formatCount(reversals, "new reversal")}` : ""}.`,
	),
	"review.matched": activityKind(
		received.extend({ invoice: z.string() }),
		({ money, receipt, invoice }, { language }) =>
			`Matched ${formatMoney(money, language)} with the receipt ${receipt} to invoice ${invoice}.`,
	),
	"review.credited": activityKind(
		received,
		({ money, receipt }, { language }) =>
			`Gave ${formatMoney(money, language)} with the receipt ${receipt} to the customer as credit.`,
	),
	"review.closed": activityKind(
		closed,
		({ reason }) => `Closed a review without posting money: ${reviewReasonText(reason)}.`,
	),
	"review.reopened": activityKind(closed, ({ reason }) => `Opened a review again: ${reviewReasonText(reason)}.`),
};
