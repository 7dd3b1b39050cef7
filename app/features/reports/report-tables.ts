import { findProduct, productTitle } from "~/features/catalog/catalog";
import { currentCatalog } from "~/features/catalog/current";
import { margin } from "~/features/catalog/margin";
import { rateOf } from "~/features/registrar-accounts/cost-problems";
import { departmentNames, departments } from "~/features/tickets/ticket";
import { formatCount } from "~/lib/format-count";
import { kenyanTime } from "~/lib/kenyan-day";
import { type Currency, currencies, type Money, money } from "~/lib/money";
import { ages } from "./ages";
import { dayText, type Report, share } from "./report-cells";
import type { Reports } from "./reports.server";

type Flows = Awaited<ReturnType<Reports["flows"]>>;
type Stock = Awaited<ReturnType<Reports["stock"]>>;
type TicketTimes = Awaited<ReturnType<Reports["ticketTimes"]>>;
type Costs = Awaited<ReturnType<Reports["costs"]>>;

/** ".co.ke", "Starter plan". The id of a product that is not sold any more. */
function serviceName(key: string): string {
	const product = key.startsWith(".") ? undefined : findProduct(key);
	return product ? productTitle(product) : key;
}

/** Extensions are stored without a dot where the key of a product can't be one. */
const subjectName = (key: string): string => (findProduct(key) || key.includes("-") ? serviceName(key) : `.${key}`);

/** Recurring revenue, what customers have paid ahead, and who left. */
export function recurringReport({ range, days, rows, last }: Stock, lapsed: Flows): Report {
	const { currency } = range;
	const sum = (amount: number): Money => money(amount, currency);
	const of = (figure: string) => rows.filter((row) => row.figure === figure);
	const total = (figure: string) => of(figure).reduce((all, { amount }) => all + amount, 0);
	const services = (figure: string) => of(figure).reduce((all, { count }) => all + count, 0);
	const first = days.recurring?.[0];
	const gone = lapsed.sums.reduce((all, { count }) => all + count, 0);
	const deferred = new Map(of("deferred").map(({ key, amount }) => [key, amount]));
	return {
		facts: last
			? [
					{
						term: "Recurring revenue a month",
						value: sum(total("recurring")),
						note: `${services("recurring")} services`,
					},
					{
						term: "Change in these days",
						value: sum(total("recurring") - (first?.amount ?? 0)),
						...(first && { note: `since ${dayText(first.day)}` }),
					},
					{ term: "Churn", value: share(gone, first?.count ?? 0), note: `${gone} not renewed` },
					{ term: "Deferred revenue", value: sum(total("deferred")) },
					{ term: "Credit that customers have", value: sum(total("credit")) },
				]
			: [],
		tables: [
			{
				title: "By service",
				lead: "Active services that renew, with their price for a month, and the price of paid time that is still to come. Domains count with today's renewal price, without tax.",
				columns: ["Service", "Number", "A month", "Deferred"],
				rows: of("recurring")
					.toSorted((one, two) => two.amount - one.amount)
					.map(({ key, count, amount }) => [serviceName(key), count, sum(amount), sum(deferred.get(key) ?? 0)]),
			},
		],
	};
}

/** How many renewed, by extension and product. */
export function renewalsReport({ sums }: Flows): Report {
	const keys = [...new Set(sums.map(({ key }) => key))];
	const count = (figure: string, key: string) =>
		sums.find((row) => row.figure === figure && row.key === key)?.count ?? 0;
	const counted = keys
		.map((key) => ({ key, renewed: count("renewals", key), lapsed: count("lapsed", key) }))
		.toSorted((one, two) => two.renewed + two.lapsed - (one.renewed + one.lapsed));
	const all = (of: "renewed" | "lapsed") => counted.reduce((sum, row) => sum + row[of], 0);
	return {
		facts: [
			{ term: "Renewal rate", value: share(all("renewed"), all("renewed") + all("lapsed")) },
			{ term: "Renewals paid", value: all("renewed") },
			{ term: "Not renewed", value: all("lapsed") },
		],
		tables: [
			{
				title: "By extension and product",
				lead: "Renewals that were paid on these days, and domains and plans that were still not renewed 35 days after they expired.",
				columns: ["Service", "Renewed", "Not renewed", "Rate"],
				rows: counted.map(({ key, renewed, lapsed }) => [
					subjectName(key),
					renewed,
					lapsed,
					share(renewed, renewed + lapsed),
				]),
			},
		],
	};
}

const shillings = (amount: number, currency: Currency): number =>
	currency === "USD" ? amount * currentCatalog().rules.shillingsPerDollar : amount;

/**
 * Domains by registrar and extension, with what a year cost us at the end of the day that is shown. Their prices are those
 * of that day, too. @param rates today's shillings for a unit of other currencies
 */
export function domainsReport({ range, rows, last }: Stock, costs: Costs, rates: ReadonlyMap<string, number>): Report {
	const { currency } = range;
	const shownAt = kenyanTime(last ?? range.to, 24);
	const applying = costs.filter(({ since, until }) => since < shownAt && (until === null || until >= shownAt));
	const held = rows
		.filter(({ figure }) => figure === "held")
		.toSorted((one, two) => two.count - one.count)
		.map(({ key, count, amount }) => {
			const [registrar = "-", tld = ""] = key.split(" ", 2);
			const known = applying.find((cost) => cost.registrar === registrar && cost.tld === tld);
			const rate = known && rateOf(known.currency, rates);
			const cost = known?.renew != null && rate !== undefined ? Math.round(known.renew * rate) * count : null;
			const price = shillings(amount, currency);
			return { registrar: registrar === "-" ? "Not known" : registrar, tld, count, amount, cost, price };
		});
	const counted = held.reduce((sum, { count }) => sum + count, 0);
	return {
		facts: [
			{ term: "Domains", value: counted },
			{
				term: "Renewals of a year",
				value: money(
					held.reduce((sum, { amount }) => sum + amount, 0),
					currency,
				),
			},
		],
		tables: [
			{
				title: "By registrar and extension",
				lead: "Domains of customers in this currency, what a year of them brings without tax, and what it costs us in shillings, at the prices of the last day shown and today's exchange rates. A cost is missing if the registrar published none, or its currency has no rate.",
				columns: ["Extension", "Registrar", "Domains", "Price of a year", "Cost of a year", "Margin"],
				rows: held.map(({ registrar, tld, count, amount, cost, price }) => [
					`.${tld}`,
					registrar,
					count,
					money(amount, currency),
					cost === null ? null : money(cost, "KES"),
					cost === null ? null : { share: margin(price, cost) / 100 },
				]),
			},
		],
	};
}

/** Promo codes on orders that were paid. */
export function promosReport({ range, sums }: Flows): Report {
	const rows = sums.toSorted((one, two) => two.count - one.count);
	const total = rows.reduce((sum, { amount }) => sum + amount, 0);
	return {
		facts: [
			{ term: "Paid orders with a code", value: rows.reduce((sum, { count }) => sum + count, 0) },
			{ term: "Discounts", value: money(total, range.currency) },
		],
		tables: [
			{
				title: "By code",
				columns: ["Code", "Paid orders", "Discounts"],
				rows: rows.map(({ key, count, amount }) => [key, count, money(amount, range.currency)]),
			},
		],
	};
}

/** What customers owe, by how long it is overdue. */
export function openInvoicesReport(rows: Awaited<ReturnType<Reports["overdue"]>>): Report {
	const of = (index: number, currency: Currency) => {
		const found = rows.find((row) => row.currency === currency && (row.months === null ? 0 : row.months + 1) === index);
		return [found?.count ?? 0, money(found?.amount ?? 0, currency)] as const;
	};
	const owed = (currency: Currency, from: number) =>
		money(
			ages.slice(from).reduce((sum, _, index) => sum + of(from + index, currency)[1].amount, 0),
			currency,
		);
	return {
		facts: currencies.flatMap((currency) => [
			{ term: currency === "KES" ? "Owed in shillings" : "Owed in dollars", value: owed(currency, 0) },
			{ term: "Of it overdue", value: owed(currency, 1) },
		]),
		tables: [
			{
				title: "By age",
				columns: ["Age", "Invoices in shillings", "Shillings", "Invoices in dollars", "Dollars"],
				rows: ages.map((name, index) => [name, ...of(index, "KES"), ...of(index, "USD")]),
			},
		],
	};
}

/** How long tickets waited for the first and the last answer, by day and department. */
export function ticketsReport({ rows }: TicketTimes): Report {
	const average = (figure: string, found: TicketTimes["rows"]) => {
		const sums = found.filter((row) => row.figure === figure);
		const count = sums.reduce((sum, row) => sum + row.count, 0);
		const minutes = sums.reduce((sum, row) => sum + row.amount, 0);
		return { count, time: count === 0 ? null : { minutes: Math.round(minutes / count) } };
	};
	const groups = new Map<string, TicketTimes["rows"]>();
	for (const row of rows) {
		const name = `${row.day} ${row.key}`;
		groups.set(name, [...(groups.get(name) ?? []), row]);
	}
	return {
		facts: departmentNames.flatMap((name) => {
			const { label } = departments[name];
			const own = rows.filter(({ key }) => key === name);
			const [answers, ends] = [average("ticket_answers", own), average("ticket_ends", own)];
			return [
				{ term: `${label}: first answer`, value: answers.time, note: formatCount(answers.count, "ticket") },
				{ term: `${label}: resolved`, value: ends.time, note: formatCount(ends.count, "ticket") },
			];
		}),
		tables: [
			{
				title: "By day and department",
				lead: "Average times since the ticket was opened, nights and weekends included: until our first answer, on the day of that answer, and until our last answer, on the day on which the ticket was closed. The CSV file has minutes.",
				columns: ["Day", "Department", "First answers", "Until the first answer", "Resolved", "Until the last answer"],
				rows: [...groups.values()].toReversed().map((found) => {
					const [{ day, key } = { day: "", key: "" }] = found;
					const [answers, ends] = [average("ticket_answers", found), average("ticket_ends", found)];
					const department = departmentNames.find((name) => name === key);
					return [
						{ day },
						department ? departments[department].label : key,
						...[answers.count, answers.time, ends.count, ends.time],
					];
				}),
			},
		],
	};
}
