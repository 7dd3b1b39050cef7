import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { creditNotes, dailyFigures, invoices } from "~/db/schema";
import { reportCsv, reportPages, reportView } from "~/features/reports/report-pages";
import { revenueQuerySchema } from "~/features/reports/reports.schema";
import { revenueHead, revenueRows, revenueView } from "~/features/reports/reports-view";
import { DAY } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { kenyanDate, kenyanTime } from "~/lib/kenyan-day";
import { formatMoney, money } from "~/lib/money";
import { testServices } from "../support/factories";
import { aName, anOrder, quietServices, registration } from "../support/orders";
import { aPaidInvoice, invoiceOf } from "../support/refunds";
import { writeRows } from "../support/rows";
import { anOwner, aSignedInMember } from "../support/staff";

const db = createDatabase(env.DB);

const noon = kenyanTime(kenyanDate(Date.now()), 12);

/** The figures as they are after a number of days. */
const daysLater = (days: number) => testServices({ clock: () => noon + days * DAY });

test("what was paid, by which method and for what, is added up once when the day is over", async () => {
	const services = quietServices();
	const first = await aPaidInvoice(services);
	const second = await aPaidInvoice(services, { items: [registration(aName("com"))] });
	const [one, two] = [await invoiceOf(first.invoiceId), await invoiceOf(second.invoiceId)];
	await services.refunds.issue(
		first.number,
		{ by: "Neema", to: "credit", reason: "Ordered twice", amount: 100_00 },
		randomToken(),
	);
	// Paid yesterday, a minute before and after midnight in Kenya.
	const today = kenyanTime(kenyanDate(Date.now()), 0);
	const paidAt = (id: string, at: number) =>
		writeRows(db, [db.orm.update(invoices).set({ paidAt: at }).where(eq(invoices.id, id))]);
	await paidAt(first.invoiceId, today - 60_000);
	await paidAt(second.invoiceId, today + 60_000);

	// A payment of yesterday may be stored some minutes after midnight.
	expect(await testServices({ clock: () => today + 19 * 60_000 }).reports.addUp()).toBe(0);
	// Both kinds of figures.
	expect(await daysLater(0).reports.addUp()).toBe(2);
	expect(await daysLater(0).reports.addUp()).toBe(0);
	const { session } = await aSignedInMember(["finance"]);
	const yesterday = kenyanDate(Date.now() - DAY);
	const query = { currency: "KES", from: yesterday, to: yesterday } as const;
	const shown = revenueView(await services.reports.revenue(session, query));
	expect(shown.chart?.periods).toMatchObject([{ amount: one.total }]);
	expect(shown.products.map(({ name }) => name).toSorted()).toEqual([
		"Registrations of .co.ke",
		"Registrations of .com",
	]);
	expect(shown.methods).toMatchObject([{ name: "M-Pesa", count: 1 }]);

	// Two runs at once add the next day up once.
	const both = await Promise.all([daysLater(1).reports.addUp(), daysLater(1).reports.addUp()]);
	expect(both.reduce((sum, added) => sum + added)).toBe(2);
	const rows = await db.read(db.orm.select().from(dailyFigures));
	const sumOf = (figure: string) =>
		rows.filter((row) => row.figure === figure).reduce((sum, { amount }) => sum + amount, 0);
	expect(sumOf("invoices")).toBe(one.total + two.total);
	expect(sumOf("method")).toBe(one.total + two.total);
	expect(sumOf("tax")).toBe(one.tax + two.tax);
	expect(sumOf("product")).toBe(one.subtotal + two.subtotal);
	expect(sumOf("credit_notes")).toBe(100_00);
});

test("a report ends yesterday and has at most two years, whatever its address says", async () => {
	const { session } = await aSignedInMember(["read-only"]);
	const { reports } = testServices();
	const yesterday = kenyanDate(Date.now() - DAY);
	const rangeOf = async (from?: string, to?: string) =>
		(await reports.revenue(session, { currency: "USD", from, to })).range;
	expect(await rangeOf()).toMatchObject({ from: kenyanDate(Date.now() - 30 * DAY), to: yesterday });
	expect(await rangeOf("2000-01-01", "2999-12-31")).toMatchObject({
		from: kenyanDate(Date.now() - 731 * DAY),
		to: yesterday,
	});
	// Intl writes the year 1 without zeros, so its days have no order.
	const { from, to } = revenueQuerySchema.parse({ from: "0001-01-01", to: "0001-02-01" });
	expect(await rangeOf(from, to)).toMatchObject({ from: kenyanDate(Date.now() - 30 * DAY), to: yesterday });
	expect(await rangeOf("2026-03-02", "2026-03-01")).toMatchObject({ from: "2026-03-01", to: "2026-03-01" });
});

test("open invoices are added up by how long they are overdue", async () => {
	const services = quietServices();
	const { session } = await aSignedInMember(["finance"]);
	const read = () => reportPages["open-invoices"].read(services.reports, session);
	const ages = async () => reportCsv("open-invoices", await read(), 1)?.rows ?? [];
	expect(await ages()).toEqual(
		["Not due yet", "Up to 30 days overdue", "31 to 60 days", "61 to 90 days", "More than 90 days"].map((age) => [
			...[age, 0, "0.00", 0, "0.00"],
		]),
	);
	const orders = [await anOrder(services), await anOrder(services), await anOrder(services)];
	const due = orders.reduce((sum, { quote }) => sum + quote.total.amount, 0);
	expect((await ages())[0]).toEqual(["Not due yet", 3, (due / 100).toFixed(2), 0, "0.00"]);
	const [now, first, second] = [Date.now(), ...orders.map(({ invoiceId }) => invoiceId)];
	const setDue = (id: string | undefined, dueAt: number) =>
		writeRows(db, [
			db.orm
				.update(invoices)
				.set({ dueAt })
				.where(eq(invoices.id, id ?? "")),
		]);
	await setDue(first, now - 31 * DAY);
	await setDue(second, now - 400 * DAY);
	expect((await ages()).map(([, count]) => count)).toEqual([1, 0, 1, 0, 1]);
	const overdue = orders.slice(0, 2).reduce((sum, { quote }) => sum + quote.total.amount, 0);
	expect(reportView("open-invoices", await read()).facts.map(({ text }) => text)).toEqual(
		[money(due, "KES"), money(overdue, "KES"), money(0, "USD"), money(0, "USD")].map((sum) => formatMoney(sum)),
	);
});

test("tax is added up by month and rate, and that of credit notes is subtracted", async () => {
	const services = quietServices();
	const [first, second] = [await aPaidInvoice(services), await aPaidInvoice(services)];
	const [one, two] = [await invoiceOf(first.invoiceId), await invoiceOf(second.invoiceId)];
	await services.refunds.issue(
		first.number,
		{ by: "Neema", to: "credit", reason: "Ordered twice", amount: 100_00 },
		randomToken(),
	);
	// Last month at another rate, with delivery.
	const lastMonth = kenyanTime(`${kenyanDate(Date.now()).slice(0, 7)}-01`, 0) - DAY;
	const dearer = { tax: 1_600, taxBasisPoints: 1_600, shipping: 500, paidAt: lastMonth };
	await writeRows(db, [db.orm.update(invoices).set(dearer).where(eq(invoices.id, two.id))]);
	await env.DB.exec("delete from task_positions where task like '%figures'");
	const later = daysLater(1);
	while ((await later.reports.addUp()) > 0);

	const session = await anOwner();
	const query = { currency: "KES", from: kenyanDate(lastMonth) } as const;
	const read = await reportPages.tax.read(later.reports, session, query);
	const notes = await db.read(db.orm.select().from(creditNotes));
	const [net, tax] = [notes.reduce((sum, note) => sum + note.net, 0), notes.reduce((sum, note) => sum + note.tax, 0)];
	const amount = (minor: number) => (minor / 100).toFixed(2);
	const [thisMonth, before] = [kenyanDate(Date.now()).slice(0, 7), kenyanDate(lastMonth).slice(0, 7)];
	const rows = reportCsv("tax", read, 1)?.rows ?? [];
	expect(rows.filter(([month]) => month === before)).toEqual([
		[before, "0.1600", amount(two.subtotal - two.discount), "16.00", "0.00", "0.00", "16.00"],
		[before, "0.0000", "5.00", "0.00", "0.00", "0.00", "0.00"],
	]);
	const of = (column: number) =>
		rows.filter(([month]) => month === thisMonth).reduce((sum, row) => sum + Number(row[column]), 0);
	expect([of(4), of(5)]).toEqual([net / 100, tax / 100]);
	expect(of(6)).toBeCloseTo(of(3) - tax / 100);
	expect(of(3)).toBeGreaterThanOrEqual(one.tax / 100);
	expect(reportCsv("tax", read, 2)?.rows.map(([rate]) => rate)).toEqual(["0.1600", "0.0800", "0.0000"]);
	expect(reportCsv("tax", read, 3)).toBeNull();
	expect(reportView("tax", read).charts[0]?.title).toMatch(/^Tax on sales by (day|month)$/);
});

test("a credit note returns its part of the delivery without tax", async () => {
	const services = quietServices();
	const { invoiceId, number } = await aPaidInvoice(services);
	const input = { by: "Neema", to: "credit", reason: "Sent back", amount: 100_00 } as const;
	await services.refunds.issue(number, input, randomToken());
	// All of it, at a rate that no other test has.
	const taxed = { subtotal: 11_000_00, discount: 1_000_00, shipping: 350_00, tax: 1_700_00, taxBasisPoints: 1_700 };
	await writeRows(db, [
		db.orm.update(invoices).set(taxed).where(eq(invoices.id, invoiceId)),
		db.orm.update(creditNotes).set({ net: 10_350_00, tax: 1_700_00 }).where(eq(creditNotes.invoiceId, invoiceId)),
	]);
	await env.DB.exec("delete from task_positions where task like '%figures'");
	const later = daysLater(1);
	while ((await later.reports.addUp()) > 0);
	const read = await reportPages.tax.read(later.reports, await anOwner(), { currency: "KES" });
	const rows = reportCsv("tax", read, 2)?.rows ?? [];
	const returned = rows.find(([rate]) => rate === "0.1700");
	expect(returned).toEqual(["0.1700", "10000.00", "1700.00", "10000.00", "1700.00", "0.00"]);
	expect(rows.find(([rate]) => rate === "0.0000")?.[3]).toBe("350.00");
});

test("only those who may export get the CSV file, and the export is recorded", async () => {
	const { reports, staff } = testServices();
	const viewer = await aSignedInMember(["read-only"]);
	const query = { currency: "KES" } as const;
	expect(await reports.exportRevenue(viewer.session, query)).toMatchObject({ ok: false });
	const owner = await aSignedInMember(["owner"]);
	const exported = await reports.exportRevenue(owner.session, query);
	if (!exported.ok) throw new Error(exported.error.message);
	for (const row of revenueRows(exported.value)) expect(row).toHaveLength(revenueHead.length);
	const log = await staff.auditLog.list(owner.session, { kind: "report.exported" });
	expect(log.items).toMatchObject([{ params: { report: "revenue", currency: "KES" } }]);
});

test("without the permission a report has no figures", async () => {
	const { session } = await aSignedInMember(["support"]);
	expect(await testServices().reports.revenue(session, { currency: "KES" })).toMatchObject({ days: [], sums: [] });
});
