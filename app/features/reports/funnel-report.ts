import { formatCount } from "~/lib/format-count";
import type { LaterFigure, VisitFigure } from "./daily-figure";
import { dayText, type Report, share } from "./report-cells";
import type { Reports } from "./reports.server";

type Funnel = Awaited<ReturnType<Reports["funnel"]>>;

/** The steps to a payment in their order, with the columns of the days. */
const steps = {
	searches: { name: "Searches for names", column: "Searches" },
	cart_adds: { name: "Pages from which something was added to the cart", column: "Added to cart" },
	checkouts: { name: "Checkouts opened", column: "Checkouts" },
	checkout_orders: { name: "Orders placed at the checkout", column: "Orders" },
	checkout_paid: { name: "Of such orders, paid", column: "Paid" },
} as const satisfies Partial<Record<VisitFigure | LaterFigure, { readonly name: string; readonly column: string }>>;

const figures = Object.keys(steps) as readonly (keyof typeof steps)[];

/** From a search to a paid order. */
export function funnelReport({ rows, counted }: Pick<Funnel, "rows" | "counted">): Report {
	const sum = (figure: string, found = rows) =>
		found.filter((row) => row.figure === figure).reduce((all, { count }) => all + count, 0);
	const days = [...new Set(rows.map(({ day }) => day))].toSorted().toReversed();
	const accounts = sum("accounts");
	return {
		facts: [
			{
				term: "Paid orders for 100 searches",
				value: sum("searches") > 0 ? ((100 * sum("checkout_paid")) / sum("searches")).toFixed(1) : null,
			},
			{ term: "Orders that were paid", value: share(sum("checkout_paid"), sum("checkout_orders")) },
			{ term: "New accounts", value: accounts, note: formatCount(days.length, "day") },
		],
		tables: [
			{
				title: "Steps",
				lead: `What happened on these days in all currencies, so an order may be paid on a later day than it was placed. Automatic renewals, changes of plans and orders by staff are left out. ${
					counted === null
						? "Searches, carts and checkouts are counted from the first day that is over."
						: `Searches, carts and checkouts are counted from ${dayText(counted)} on, without search engines and other programs that say what they are.`
				}`,
				columns: ["Step", "Number", "Of the step before"],
				rows: figures.map((figure, index) => {
					const before = figures[index - 1];
					return [steps[figure].name, sum(figure), before ? share(sum(figure), sum(before)) : null];
				}),
			},
			{
				title: "By day",
				columns: ["Day", ...figures.map((figure) => steps[figure].column)],
				rows: days.map((day) => {
					const found = rows.filter((row) => row.day === day);
					return [{ day }, ...figures.map((figure) => sum(figure, found))];
				}),
			},
		],
	};
}
