import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";

const placed = z.object({ money: moneySchema, lines: z.number().int() });

export const staffOrdersAudit = {
	"order.placed_by_staff": activityKind(
		placed,
		({ money, lines }) =>
			`Ordered for the customer: ${lines} ${lines === 1 ? "line" : "lines"}, ${formatMoney(money)}.`,
	),
};
