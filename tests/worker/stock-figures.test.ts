import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { reportCsv, reportPages, reportView } from "~/features/reports/report-pages";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { kenyanDate, kenyanTime } from "~/lib/kenyan-day";
import { loader as report } from "~/routes/desk/report";
import { loader as reportFile } from "~/routes/desk/report-csv";
import { aDaraja, withPaybill } from "../support/daraja";
import { aDomain } from "../support/domains";
import { aCustomer, testServices } from "../support/factories";
import { aPlan } from "../support/hosting";
import { quietServices } from "../support/orders";
import { aPaidInvoice } from "../support/refunds";
import { anOwner, aSignedInMember, deskArgs, statusOf } from "../support/staff";
import { costlyStatements } from "../support/statement-plans";

beforeEach(async () => {
	for (const table of ["daily_figures", "addons", "dns_records", "domains", "hosting_plans"])
		await env.DB.exec(`delete from ${table}`);
	await env.DB.exec("delete from task_positions where task like '%figures'");
});

const query = { currency: "KES" } as const;

/** The services as they are after a number of days. */
const daysLater = (days: number) => testServices({ clock: () => Date.now() + days * DAY });

async function addUpAll(services = testServices()): Promise<void> {
	while ((await services.reports.addUpCustomers()) > 0);
}

test("what customers have is added up once a day, whatever the number of runs", async () => {
	const customer = await aCustomer();
	const month = Date.now() + 15 * DAY;
	await aPlan(customer.id, { price: 120_000, termMonths: 12, expiresAt: Date.now() + 365 * DAY });
	await aPlan(customer.id, { price: 60_000, termMonths: 1, expiresAt: month, cancelledAt: Date.now() });
	await aDomain(customer.id, { tld: "co.ke", registrar: "sandbox" as never, expiresAt: Date.now() + 365 * DAY });
	await Promise.all([addUpAll(), addUpAll()]);
	await addUpAll();

	const { reports, db } = daysLater(1);
	const session = await anOwner();
	const stock = await reports.stock(session, ["recurring", "deferred", "held"], query);
	expect(db.roundTrips).toBe(1);
	expect(stock.last).toBe(kenyanDate(Date.now()));
	const of = (figure: string, key: string) => stock.rows.find((row) => row.figure === figure && row.key === key);
	// The cancelled plan does not renew, but what is paid is still to come.
	expect(of("recurring", "shared-business")).toMatchObject({ count: 1, amount: 10_000 });
	const deferred = of("deferred", "shared-business")?.amount ?? 0;
	expect(deferred).toBeGreaterThan(120_000 + 25_000);
	expect(deferred).toBeLessThan(120_000 + 35_000);
	expect(of("held", "sandbox co.ke")).toMatchObject({ count: 1 });
	const yearly = of("held", "sandbox co.ke")?.amount ?? 0;
	expect(of("recurring", ".co.ke")).toMatchObject({ count: 1, amount: Math.round(yearly / 12) });
});

test("the figures of a day that is not complete are not shown, and the page says from which day they exist", async () => {
	const session = await anOwner();
	const { recurring } = reportPages;
	const empty = reportView("recurring", await recurring.read(testServices().reports, session, query));
	expect(empty.note).toContain("added up once a day");
	const customer = await aCustomer();
	await aPlan(customer.id);
	await addUpAll();
	await env.DB.prepare("update task_positions set position = ? where task = 'customer figures'")
		.bind(`${kenyanDate(Date.now())} usr_a`)
		.run();
	const partial = await recurring.read(daysLater(1).reports, session, query);
	expect(partial.facts).toEqual([]);
	await env.DB.prepare("update task_positions set position = ? where task = 'customer figures'")
		.bind(`${kenyanDate(Date.now())} -`)
		.run();
	const whole = reportView("recurring", await recurring.read(daysLater(1).reports, session, query));
	expect(whole.note).toContain("exist from");
	expect(whole.facts[0]).toMatchObject({ term: "Recurring revenue a month", text: "Ksh 4,200" });
});

test("the report on domains has the costs of the last day that it shows, also after they have changed", async () => {
	const session = await anOwner();
	const today = kenyanDate(Date.now());
	const past = kenyanDate(Date.now() - 40 * DAY);
	const changedAt = kenyanTime(today, 0) - 20 * DAY;
	const held = `insert into daily_figures (figure, currency, day, key, count, amount)
		values ('held', 'KES', ?, 'openprovider co.ke', 10, 1000000)`;
	const cost = `insert into registrar_costs (registrar, tld, since, until, currency, renew)
		values ('openprovider', 'co.ke', ?, ?, 'KES', ?)`;
	await env.DB.batch([
		env.DB.prepare("delete from registrar_costs"),
		env.DB.prepare(held).bind(past),
		env.DB.prepare(held).bind(today),
		env.DB.prepare(cost).bind(kenyanTime(past, 12), changedAt, 40_000),
		env.DB.prepare(cost).bind(changedAt, null, 80_000),
		env.DB.prepare("insert into task_positions (task, position, updated_at) values ('customer figures', ?, 0)").bind(
			`${today} -`,
		),
	]);
	const costsOf = async (range: { from?: string; to?: string }) => {
		const { reports, db } = testServices();
		const found = await reportPages.domains.read(reports, session, { ...query, ...range }, new Map());
		expect(db.roundTrips).toBe(1);
		return reportView("domains", found).tables[0]?.rows.map(({ cells }) => cells.slice(2));
	};
	expect(await costsOf({})).toEqual([["10", "Ksh 10,000", "Ksh 8,000", "20.0%"]]);
	expect(await costsOf({ from: past, to: kenyanDate(Date.now() - 30 * DAY) })).toEqual([
		["10", "Ksh 10,000", "Ksh 4,000", "60.0%"],
	]);
	// Before the first import, no cost is known.
	await env.DB.prepare("update registrar_costs set since = ? where until is not null")
		.bind(changedAt - DAY)
		.run();
	expect(await costsOf({ from: past, to: past })).toEqual([["10", "Ksh 10,000", "–", "–"]]);
});

test("new accounts, orders and renewals of a day are counted, and domains that were not renewed in time", async () => {
	const services = quietServices();
	const { user } = await aPaidInvoice(services);
	await aDomain(user.id, { tld: "com", status: "redemption", expiresAt: Date.now() - 35 * DAY });
	while ((await testServices({ clock: () => kenyanTime(kenyanDate(Date.now()), 36) }).reports.addUp()) > 0);
	const session = await anOwner();
	const later = daysLater(2).reports;
	const { sums } = await later.flows(session, ["accounts", "orders", "lapsed"], query);
	const of = (figure: string) => sums.find((row) => row.figure === figure);
	expect(of("accounts")?.count).toBeGreaterThan(0);
	expect(of("orders")?.count).toBeGreaterThan(0);
	expect(of("lapsed")).toMatchObject({ key: "com", count: 1 });
	const renewals = reportView("renewals", await reportPages.renewals.read(later, session, query));
	expect(renewals.tables[0]?.rows.map(({ cells }) => cells)).toContainEqual([".com", "0", "1", "0.0%"]);
	const funnel = reportCsv("funnel", await reportPages.funnel.read(later, session, query), 1);
	expect(funnel?.rows.map(([, number]) => number)).toEqual([0, 0, 0, 1, 1]);
});

test("every report opens for those who may see it and is downloaded by those who may export it", async () => {
	const viewer = await aSignedInMember(["read-only"]);
	const owner = await aSignedInMember(["owner"]);
	for (const name of Object.keys(reportPages)) {
		const shown = await report(deskArgs({ cookie: viewer.cookie, address: `/desk/reports/${name}` }) as never);
		expect(shown).toMatchObject({ report: { name }, csv: null });
		const address = `/desk/reports/${name}.csv`;
		const file = await reportFile(deskArgs({ cookie: owner.cookie, address }) as never);
		expect(file.headers.get("Content-Disposition")).toContain(name);
		const refused = await reportFile(deskArgs({ cookie: viewer.cookie, address }) as never).catch(
			(thrown: unknown) => thrown,
		);
		expect(statusOf(refused), name).toBe(404);
	}
});

test("the copy of M-Pesa's own list is compared with our payments, without asking M-Pesa", async () => {
	const daraja = aDaraja(withPaybill);
	const { session } = await aSignedInMember(["finance"]);
	const { services, server } = daraja;
	const { direct } = services.payments;
	const compared = async () => {
		const found = await direct.compare(session);
		if (!found.ok) throw new Error(found.error.message);
		return found.value;
	};
	expect(await direct.compare(session)).toMatchObject({ ok: false, error: { kind: "unavailable" } });
	const receipt = `THEIRS${randomToken().slice(0, 4).toUpperCase()}`;
	server.payToPaybill({ reference: "unknown", amount: 50, receipt });
	// Paid three hours ago, and Safaricom's list does not have it.
	const { payment } = await daraja.aRequest();
	const settled = "update payments set state = 'succeeded', receipt = ?1, created_at = created_at - ?2 where id = ?3";
	await env.DB.prepare(settled)
		.bind(`OURS${receipt}`, 3 * HOUR, payment.id)
		.run();
	await direct.reconcile("all");
	const readAt = services.clock();
	daraja.pass(10 * MINUTE);
	server.payToPaybill({ reference: "later", amount: 60 });
	server.faults.push({ kind: "refuse", status: 401, code: "500", message: "Failed" });
	const before = services.db.roundTrips;
	const { from, until, rows } = await compared();
	expect(services.db.roundTrips - before).toBe(1);
	expect(server.faults, "M-Pesa was not asked").toHaveLength(1);
	expect([from, until]).toEqual([readAt - 47 * HOUR, readAt]);
	expect(rows.filter(({ state }) => state === "theirs_only")).toMatchObject([
		{ receipt, theirs: { amount: 5_000, currency: "KES" }, ours: null },
	]);
	expect(rows.filter(({ state }) => state === "ours_only")).toMatchObject([
		{ receipt: `OURS${receipt}`, theirs: null, invoiceId: payment.invoiceId },
	]);
	// A list that can't be read changes nothing, and the page says how old its figures are.
	daraja.pass(10 * MINUTE);
	await expect(direct.reconcile("recent")).rejects.toThrow("Failed");
	expect((await compared()).until).toBe(readAt);
	await direct.reconcile("recent");
	expect((await compared()).until).toBe(services.clock());
	expect((await compared()).rows).toContainEqual(expect.objectContaining({ reference: "later" }));
	const { session: support } = await aSignedInMember(["support"]);
	expect(await direct.compare(support)).toMatchObject({ value: { rows: [] } });
	expect(await costlyStatements()).toEqual([]);
	expect(await testServices().payments.direct.compare(session)).toMatchObject({ error: { kind: "unavailable" } });
	// After its time the copy is deleted.
	const later = testServices({ clock: () => services.clock() + 7 * DAY });
	await later.upkeep.cleanUp();
	expect(await env.DB.prepare("select count(*) as count from listed_payments").first("count")).toBe(0);
});
