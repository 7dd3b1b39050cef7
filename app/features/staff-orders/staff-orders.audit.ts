import { z } from "zod";
import { formatDay } from "~/lib/dates";
import { activityKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";

const recorded = z.object({ expiresAt: z.number() });

const placed = z.object({ money: moneySchema, lines: z.number().int() });

export const staffOrdersAudit = {
	"domain.recorded": activityKind(
		recorded.extend({ domain: z.string(), registrar: z.string() }),
		({ domain, registrar, expiresAt }, reader) =>
			`Recorded ${domain} at ${registrar}, which expires on ${formatDay(expiresAt, reader)}.`,
	),
	"plan.recorded": activityKind(
		recorded.extend({ plan: z.string(), server: z.string(), account: z.string(), price: moneySchema.optional() }),
		({ plan, server, account, expiresAt, price }, reader) =>
			`Recorded the plan ${plan}${server && ` with the account ${account} on ${server}`}, paid until ${formatDay(expiresAt, reader)}${price ? ` and renewed for ${formatMoney(price)}` : ""}.`,
	),
	"addon.recorded": activityKind(
		recorded.extend({ addon: z.string(), of: z.string(), price: moneySchema.optional() }),
		({ addon, of, expiresAt, price }, reader) =>
			`Recorded the add-on ${addon} of ${of}, paid until ${formatDay(expiresAt, reader)}${price ? ` and renewed for ${formatMoney(price)}` : ""}.`,
	),
	"order.placed_by_staff": activityKind(
		placed,
		({ money, lines }) =>
			`Ordered for the customer: ${lines} ${lines === 1 ? "line" : "lines"}, ${formatMoney(money)}.`,
	),
};
