import { findProduct, productTitle } from "~/features/catalog/catalog";
import type { OrderLineKind } from "~/features/orders/order-line";
import { methodNames } from "~/features/payments/payment-method";
import { niceCeiling } from "~/lib/chart-bars";
import { formatDay, kenya, monthName } from "~/lib/dates";
import { formatCount } from "~/lib/format-count";
import { kenyanTime } from "~/lib/kenyan-day";
import { formatMoney, money } from "~/lib/money";
import type { Days } from "./adding-up.repo.server";
import type { DailyFigure, RevenueFigure } from "./daily-figure";
import type { Reports } from "./reports.server";

type Revenue = Awaited<ReturnType<Reports["revenue"]>>;
type Exported = Extract<Awaited<ReturnType<Reports["exportRevenue"]>>, { ok: true }>["value"];

/** More days than this are shown as months. */
const mostBars = 45;

const lineKinds: Readonly<Record<OrderLineKind, string>> = {
	registration: "Registrations of",
	transfer: "Transfers of",
	renewal: "Renewals of",
	restore: "Restored",
	free_domain: "Free with a plan:",
	plan: "New:",
	hosting_renewal: "Renewals of",
	plan_change: "Changes to",
	addon: "New:",
	addon_renewal: "Renewals of",
	hardware: "Sold:",
	custom: "Written by",
};

/** "Renewals of .co.ke", "New: Starter plan". The id of a product that is not sold any more. */
export function productName(key: string): string {
	const [kind = "", id = ""] = key.split(" ", 2);
	if (kind === "custom") return "Lines written by staff";
	const product = findProduct(id);
	const label = Object.hasOwn(lineKinds, kind) ? lineKinds[kind as OrderLineKind] : kind;
	if (product) return `${label} ${productTitle(product)}`;
	return `${label} ${/^[a-z]+(\.[a-z]+)?$/.test(id) && !id.includes("-") ? `.${id}` : id}`;
}

const methodName = (key: string): string =>
	key === "credit" ? "Credit" : Object.hasOwn(methodNames, key) ? methodNames[key as keyof typeof methodNames] : key;

const figureNames: Readonly<Record<RevenueFigure, string>> = {
	invoices: "Invoices paid",
	tax: "Tax",
	discount: "Discounts",
	shipping: "Delivery",
	method: "Paid by",
	product: "Sold",
	credit_notes: "Credit notes",
};

const keyName = (figure: DailyFigure, key: string): string =>
	figure === "method" ? methodName(key) : figure === "product" ? productName(key) : "";

const noon = (day: string): number => kenyanTime(day, 12);

/** The report on revenue, as texts. */
export function revenueView({ range, days, sums, added }: Revenue) {
	const { to, currency } = range;
	const text = (amount: number) => formatMoney(money(amount, currency));
	const of = (figure: DailyFigure) => sums.filter((row) => row.figure === figure);
	const total = (figure: DailyFigure) => of(figure).reduce((sum, row) => sum + row.amount, 0);
	const count = (figure: DailyFigure) => of(figure).reduce((sum, row) => sum + row.count, 0);
	const table = (figure: DailyFigure) =>
		of(figure).map((row) => ({
			id: row.key,
			name: keyName(figure, row.key),
			count: row.count,
			amount: text(row.amount),
		}));
	const back = count("credit_notes");
	return {
		...range,
		/** The last day that is added up, if that is before the end of the report. */
		addedUntil: added !== null && added < to ? formatDay(noon(added), kenya) : null,
		isEmpty: sums.length === 0,
		facts: [
			{ term: "Paid", text: text(total("invoices")), note: formatCount(count("invoices"), "invoice") },
			{ term: "Tax in it", text: text(total("tax")), note: null },
			{ term: "Discounts", text: text(total("discount")), note: null },
			{
				term: "Paid back",
				text: text(total("credit_notes")),
				note: back > 0 ? formatCount(back, "credit note") : null,
			},
			...(count("written_off") > 0
				? [
						{
							...{ term: "Written off", text: text(total("written_off")) },
							note: formatCount(count("written_off"), "invoice"),
						},
					]
				: []),
		],
		chart: chartOf(days, range, { of: chartValues.amount, text }),
		products: table("product"),
		methods: table("method"),
	};
}

export type RevenueView = ReturnType<typeof revenueView>;

interface DayOfChart {
	readonly day: string;
	readonly count: number;
	readonly amount: number;
}

interface ChartOptions {
	/** What a period shows of its days. They are in order. */
	readonly of: (days: readonly DayOfChart[]) => number;
	readonly text: (value: number) => string;
}

type ChartValue = ChartOptions["of"];

const amountOf: ChartValue = (days) => days.reduce((sum, { amount }) => sum + amount, 0);
const countOf: ChartValue = (days) => days.reduce((sum, { count }) => sum + count, 0);

/** What a period of a chart can show of its days. `average`: the amount for each that is counted. */
export const chartValues = {
	amount: amountOf,
	count: countOf,
	average: (days) => Math.round(amountOf(days) / Math.max(1, countOf(days))),
	lastAmount: (days) => days.at(-1)?.amount ?? 0,
	lastCount: (days) => days.at(-1)?.count ?? 0,
} satisfies Readonly<Record<string, ChartValue>>;

/** By day, or by month if the days are too many. Null if all values are 0. */
export function chartOf(days: readonly DayOfChart[], { from, to }: Days, { of, text }: ChartOptions) {
	const listed = daysBetween(from, to);
	const byMonth = listed.length > mostBars;
	const periodOf = (day: string) => (byMonth ? day.slice(0, 7) : day);
	const found = new Map<string, DayOfChart[]>(listed.map((day) => [periodOf(day), []]));
	for (const one of days) found.get(periodOf(one.day))?.push(one);
	const values = [...found].map(([period, its]) => [period, of(its)] as const);
	const highest = Math.max(...values.map(([, value]) => value));
	if (highest <= 0) return null;
	const every = Math.ceil(values.length / 6);
	return {
		period: byMonth ? "Month" : "Day",
		periods: values.map(([period, amount], index) => {
			const short = byMonth ? monthName(period, "en") : String(Number(period.slice(8)));
			return {
				label: byMonth || index % every === 0 ? short : "",
				short: index % every === 0 ? short : "",
				name: byMonth ? `${monthName(period, "en", "long")} ${period.slice(0, 4)}` : formatDay(noon(period), kenya),
				...{ amount, text: text(amount) },
			};
		}),
		ceilingText: text(niceCeiling(highest)),
	};
}

function daysBetween(from: string, to: string): string[] {
	const days: string[] = [];
	for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
		days.push(new Date(at).toISOString().slice(0, 10));
	return days;
}

export const revenueHead = ["Day", "Figure", "About", "Currency", "Count", "Amount"] as const;

/** The rows of the CSV file. Amounts with two decimals, without a currency sign. */
export const revenueRows = ({ rows }: Exported): (string | number)[][] =>
	rows.map(({ day, figure, key, currency, count, amount }) => [
		...[day, figureNames[figure as RevenueFigure], keyName(figure, key), currency, count],
		(amount / 100).toFixed(2),
	]);
