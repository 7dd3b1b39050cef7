import { href } from "react-router";
import type { StaffSession } from "~/features/staff/staff";
import { formatMoney, money } from "~/lib/money";
import { funnelReport } from "./funnel-report";
import { cellText, cellValue, dayText, minutesText, type Report } from "./report-cells";
import {
	domainsReport,
	openInvoicesReport,
	promosReport,
	recurringReport,
	renewalsReport,
	ticketsReport,
} from "./report-tables";
import type { RevenueQuery } from "./reports.schema";
import type { Reports } from "./reports.server";
import { chartOf, chartValues } from "./reports-view";
import { taxReport } from "./tax-report";

type Range = Awaited<ReturnType<Reports["flows"]>>["range"];
type Days = Parameters<typeof chartOf>[0];

interface ReportChart {
	readonly title: string;
	/** What a bar is: "Tax". */
	readonly value: string;
	readonly unit: "money" | "number" | "minutes";
	readonly of: keyof typeof chartValues;
	readonly days: Days;
}

interface Read extends Report {
	/** Null for what is true now. */
	readonly range: Range | null;
	readonly charts?: readonly ReportChart[];
	/** About the days of the figures. */
	readonly note: string | null;
}

interface ReportPage {
	readonly title: string;
	readonly lead: string;
	/** The list of what it counts. */
	readonly list?: { readonly href: string; readonly label: string };
	/** Default: true. */
	readonly hasCurrency?: boolean;
	readonly read: (
		reports: Reports,
		session: StaffSession,
		query: RevenueQuery,
		rates: ReadonlyMap<string, number>,
	) => Promise<Read>;
}

/** Days that were added up before these figures existed have none of them. */
function flowNote({
	added,
	range,
	since,
}: {
	added: string | null;
	range: Range;
	since: string | null;
}): string | null {
	if (added !== null && added < range.to)
		return `The days after ${dayText(added)} are still being added up. Come back in a few minutes.`;
	return since !== null && range.from < since ? `These figures exist from ${dayText(since)} on.` : null;
}

const stockNote = ({ since, last }: { since: string | null; last: string | null }): string =>
	since === null
		? "These figures are added up once a day. The first ones come within a day."
		: `These figures exist from ${dayText(since)} on. ${last ? `Shown as of ${dayText(last)}.` : "There are none for these days."}`;

/** Reports of one or more tables for a range of days, by the end of their address. */
export const reportPages = {
	recurring: {
		title: "Recurring revenue",
		lead: "What active services bring in a month, what is paid ahead, and how many customers leave.",
		async read(reports, session, query) {
			const [stock, lapsed] = await Promise.all([
				reports.stock(session, ["recurring", "deferred", "credit"], query),
				reports.flows(session, ["lapsed"], query),
			]);
			const chart = { title: "Recurring revenue", value: "A month", unit: "money", of: "lastAmount" } as const;
			const charts = [{ ...chart, days: stock.days.recurring ?? [] }];
			return { ...recurringReport(stock, lapsed), range: stock.range, charts, note: stockNote(stock) };
		},
	},
	renewals: {
		title: "Renewals",
		lead: "How many domains and plans are renewed, by extension and product.",
		async read(reports, session, query) {
			const flows = await reports.flows(session, ["renewals", "lapsed"], query);
			const chart = { title: "Renewals paid", value: "Renewals", unit: "number", of: "count" } as const;
			const charts = [{ ...chart, days: flows.days }];
			return { ...renewalsReport(flows), range: flows.range, charts, note: flowNote(flows) };
		},
	},
	domains: {
		title: "Domains by registrar",
		lead: "Where our customers' domains are, and what a year of them costs us.",
		async read(reports, session, query, rates) {
			const [stock, costs] = await Promise.all([
				reports.stock(session, ["held"], query),
				reports.costs(session, query),
			]);
			const chart = { title: "Domains", value: "Domains", unit: "number", of: "lastCount" } as const;
			const charts = [{ ...chart, days: stock.days.held ?? [] }];
			return { ...domainsReport(stock, costs, rates), range: stock.range, charts, note: stockNote(stock) };
		},
	},
	promos: {
		title: "Promo codes",
		lead: "Which codes were used on orders that were paid on these days.",
		async read(reports, session, query) {
			const flows = await reports.flows(session, ["promo"], query);
			const chart = { title: "Paid orders with a code", value: "Orders", unit: "number", of: "count" } as const;
			const charts = [{ ...chart, days: flows.days }];
			return { ...promosReport(flows), range: flows.range, charts, note: flowNote(flows) };
		},
	},
	tickets: {
		title: "Ticket times",
		lead: "How long senders of tickets wait for us, by department.",
		hasCurrency: false,
		async read(reports, session, query) {
			const times = await reports.ticketTimes(session, query);
			const chart = { title: "Until the first answer", value: "Average", unit: "minutes", of: "average" } as const;
			const charts = [{ ...chart, days: times.rows.filter(({ figure }) => figure === "ticket_answers") }];
			return { ...ticketsReport(times), range: times.range, charts, note: flowNote(times) };
		},
	},
	tax: {
		title: "Tax",
		lead: "What you owe in tax for a month: the tax on paid invoices, less that on credit notes.",
		async read(reports, session, query) {
			const tax = await reports.tax(session, query);
			const chart = { title: "Tax on sales", value: "Tax", unit: "money", of: "amount" } as const;
			return { ...taxReport(tax), range: tax.range, charts: [{ ...chart, days: tax.days }], note: flowNote(tax) };
		},
	},
	"open-invoices": {
		title: "Open invoices",
		lead: "What customers owe, by how long it is overdue.",
		list: { href: `${href("/desk/invoices")}?state=overdue`, label: "Overdue invoices" },
		async read(reports, session) {
			return { ...openInvoicesReport(await reports.overdue(session)), range: null, note: null };
		},
	},
	funnel: {
		title: "Funnel",
		lead: "From a search for a name to a paid order.",
		hasCurrency: false,
		async read(reports, session, query) {
			const funnel = await reports.funnel(session, query);
			const of = (figure: string) => funnel.rows.filter((row) => row.figure === figure);
			const counts = { unit: "number", of: "count" } as const;
			const charts = [
				{ ...counts, title: "Searches", value: "Searches", days: of("searches") },
				{ ...counts, title: "Paid orders", value: "Orders", days: of("checkout_paid") },
			];
			return { ...funnelReport(funnel), range: funnel.range, charts, note: flowNote(funnel) };
		},
	},
} as const satisfies Readonly<Record<string, ReportPage>>;

export type ReportName = keyof typeof reportPages;

/** The report of an address: `/desk/reports/renewals`, also with `.csv` or `.data`. Undefined if there is none. */
export function reportOf({ pathname }: Pick<URL, "pathname">): ReportName | undefined {
	const name =
		pathname
			.split("/")
			.at(-1)
			?.replace(/\.(?:csv|data)$/, "") ?? "";
	return Object.hasOwn(reportPages, name) ? (name as ReportName) : undefined;
}

const chartTexts = (currency: Range["currency"]) =>
	({
		money: (amount: number) => formatMoney(money(amount, currency)),
		number: (count: number) => count.toLocaleString("en"),
		minutes: minutesText,
	}) as const satisfies Readonly<Record<ReportChart["unit"], unknown>>;

/** A report as texts. */
export function reportView(name: ReportName, { range, facts, tables, charts = [], note }: Read) {
	const { title, lead, list, hasCurrency = true }: ReportPage = reportPages[name];
	return {
		...{ name, title, lead, list: list ?? null, note },
		filters: range && { from: range.from, to: range.to, currency: hasCurrency ? range.currency : null },
		facts: facts.map(({ term, value, note: more = null }) => ({ term, text: cellText(value), note: more })),
		charts: charts.flatMap(({ title: what, value, unit, of, days }) => {
			const text = range && chartTexts(range.currency)[unit];
			const bars = text && chartOf(days, range, { of: chartValues[of], text });
			return bars ? [{ ...bars, value, title: `${what} by ${bars.period.toLowerCase()}` }] : [];
		}),
		tables: tables.map((table) => ({
			...{ title: table.title, lead: table.lead ?? null, columns: table.columns },
			rows: table.rows.map((row, index) => ({ id: String(index), cells: row.map(cellText) })),
		})),
	};
}

export type ReportView = ReturnType<typeof reportView>;

/**
 * A table of a report for the CSV file. Amounts with two decimals, shares between 0 and 1. `table`: its place on the page,
 * from 1. Null if there is none.
 */
export function reportCsv(name: ReportName, { range, tables }: Read, table: number) {
	const found = tables[table - 1];
	if (!found) return null;
	const days = range ? [range.from, range.to] : [];
	return {
		name: `${[name, ...(table > 1 ? [table] : []), ...days].join("-")}.csv`,
		head: found.columns,
		rows: found.rows.map((row) => row.map(cellValue)),
	};
}
