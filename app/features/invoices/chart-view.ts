import { niceCeiling } from "~/lib/chart-bars";
import { monthName } from "~/lib/dates";
import { formatMoney, type Money, money } from "~/lib/money";

/** The texts of the billing chart. Null if nothing was invoiced. */
export function chartView(months: readonly { readonly month: string; readonly billed: Money }[], language: string) {
	const highest = months.reduce<Money | null>(
		(most, { billed }) => (billed.amount > (most?.amount ?? 0) ? billed : most),
		null,
	);
	if (!highest) return null;
	return {
		periods: months.map(({ month, billed }) => ({
			label: monthName(month, language),
			short: monthName(month, language).slice(0, 1),
			name: monthName(month, language, "long"),
			amount: billed.amount,
			text: formatMoney(billed, language),
		})),
		ceilingText: formatMoney(money(niceCeiling(highest.amount), highest.currency), language),
	};
}
