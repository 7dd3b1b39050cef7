import type { StaffSession } from "~/features/staff/staff";
import {
	cellText,
	cellValue,
	dayText,
	domainsReport,
	funnelReport,
	promosReport,
	type Report,
	recurringReport,
	renewalsReport,
	ticketsReport,
} from "./report-tables";
import type { RevenueQuery } from "./reports.schema";
import type { Reports } from "./reports.server";
import { chartOf } from "./reports-view";

type Range = Awaited<ReturnType<Reports["flows"]>>["range"];
type Days = readonly { readonly day: string; readonly amount: number }[];

interface Read extends Report {
	readonly range: Range;
	/** What the chart shows. */
	readonly chart?: { readonly title: string; readonly days: Days };
	/** About the days of the figures. */
	readonly note: string | null;
}

interface ReportPage {
	readonly title: string;
	readonly lead: string;
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
			const chart = { title: "Recurring revenue by day", days: stock.days.recurring ?? [] };
			return { ...recurringReport(stock, lapsed), range: stock.range, chart, note: stockNote(stock) };
		},
	},
	renewals: {
		title: "Renewals",
		lead: "How many domains and plans are renewed, by extension and product.",
		async read(reports, session, query) {
			const flows = await reports.flows(session, ["renewals", "lapsed"], query);
			return { ...renewalsReport(flows), range: flows.range, note: flowNote(flows) };
		},
	},
	domains: {
		title: "Domains by registrar",
		lead: "Where our customers' domains are, and what a year of them costs us.",
		async read(reports, session, query, rates) {
			const [stock, costs] = await Promise.all([reports.stock(session, ["held"], query), reports.costs(session)]);
			return { ...domainsReport(stock, costs, rates), range: stock.range, note: stockNote(stock) };
		},
	},
	promos: {
		title: "Promo codes",
		lead: "Which codes were used on orders that were paid on these days.",
		async read(reports, session, query) {
			const flows = await reports.flows(session, ["promo"], query);
			return { ...promosReport(flows), range: flows.range, note: flowNote(flows) };
		},
	},
	tickets: {
		title: "Ticket times",
		lead: "How long senders of tickets wait for us, by department.",
		hasCurrency: false,
		async read(reports, session, query) {
			const times = await reports.ticketTimes(session, query);
			return { ...ticketsReport(times), range: times.range, note: flowNote(times) };
		},
	},
	funnel: {
		title: "Funnel",
		lead: "From a new account to a paid order.",
		async read(reports, session, query) {
			const figures = ["accounts", "orders", "invoices", "credit_notes", "written_off"] as const;
			const flows = await reports.flows(session, figures, query);
			return { ...funnelReport(flows), range: flows.range, note: flowNote(flows) };
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

/** A report as texts. */
export function reportView(name: ReportName, { range, facts, tables, chart, note }: Read) {
	const { title, lead, hasCurrency = true }: ReportPage = reportPages[name];
	const { from, to, currency } = range;
	const bars = chart && chartOf(chart.days, from, to, currency, "last");
	return {
		...{ name, title, lead, from, to, currency: hasCurrency ? currency : null, note },
		facts: facts.map(({ term, value, note: more = null }) => ({ term, text: cellText(value), note: more })),
		chart: bars ? { ...bars, title: chart.title } : null,
		tables: tables.map((table) => ({
			...{ title: table.title, lead: table.lead ?? null, columns: table.columns },
			rows: table.rows.map((row, index) => ({ id: String(index), cells: row.map(cellText) })),
		})),
	};
}

export type ReportView = ReturnType<typeof reportView>;

/** The first table of a report for the CSV file. Amounts with two decimals, shares between 0 and 1. */
export function reportCsv({ tables }: Report): { head: readonly string[]; rows: (string | number)[][] } {
	const [table] = tables;
	return { head: table?.columns ?? [], rows: (table?.rows ?? []).map((row) => row.map(cellValue)) };
}
