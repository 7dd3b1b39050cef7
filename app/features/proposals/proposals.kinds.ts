import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";

const sum = z.object({ money: moneySchema });

export const proposalsActivity = {
	"proposal.accepted": activityKind(
		sum,
		({ money }, { language }) => `Accepted our quote for ${formatMoney(money, language)}.`,
	),
	"proposal.declined": activityKind(
		sum,
		({ money }, { language }) => `Declined our quote for ${formatMoney(money, language)}.`,
	),
};

export const proposalsAudit = {
	"proposal.sent": activityKind(sum, ({ money }) => `Sent a quote for ${formatMoney(money)}.`),
	"proposal.withdrawn": activityKind(sum, ({ money }) => `Withdrew the quote for ${formatMoney(money)}.`),
};
