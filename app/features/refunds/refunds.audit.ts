import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";

const actions = {
	complete: "Marked as paid",
	fail: "Marked as failed",
	retry: "Sent again",
	credit: "Gave as credit instead",
} as const;

export const refundsAudit = {
	"refund.decided": activityKind(
		z.object({
			action: z.enum(["complete", "fail", "retry", "credit"]),
			money: moneySchema,
			invoice: z.string(),
			creditNote: z.string(),
		}),
		({ action, money, invoice, creditNote }, { language }) =>
			`${actions[action]}: the refund of ${formatMoney(money, language)} for invoice ${invoice}, credit note ${creditNote}.`,
	),
};
