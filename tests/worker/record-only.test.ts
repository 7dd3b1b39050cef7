import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createRegistrations } from "~/features/domains/registrations.server";
import { recordAddonSchema, recordDomainSchema, recordPlanSchema } from "~/features/staff-orders/record-only.schema";
import { createRecordOnly } from "~/features/staff-orders/record-only.server";
import { DAY } from "~/lib/durations";
import { parse } from "~/lib/parse";
import { action } from "~/routes/desk/customer-record";
import { aDomain } from "../support/domains";
import { aCustomer, testServices } from "../support/factories";
import { aName } from "../support/orders";
import { runDue } from "../support/schedule";
import { aSignedInMember, deskArgs, statusOf } from "../support/staff";
import { whmPanel } from "../support/whm";

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const inDays = (days: number) => day(Date.now() + days * DAY);

let person: Awaited<ReturnType<typeof aSignedInMember>>;
let customer: Awaited<ReturnType<typeof aCustomer>>;

beforeEach(async () => {
	person = await aSignedInMember(["support"]);
	customer = await aCustomer();
});

/** A name that the sandbox registrar holds for us, without a customer. */
async function aHeldName(expiresAt = Date.now() + 200 * DAY) {
	const name = aName();
	await env.DB.prepare(
		"insert into sandbox_registry (name, state, object_id, auth_code, nameservers, locked, privacy, expires_at, created_at) values (?1, 'registered', ?2, 'code', '[\"ns1.old.example\",\"ns2.old.example\"]', 1, 0, ?3, ?4)",
	)
		.bind(name, `object-of-${name}`, expiresAt, Date.now() - 100 * DAY)
		.run();
	return { name, expiresAt };
}

function domain(fields: Record<string, string>, services = testServices()) {
	const input = parse(recordDomainSchema, { registrar: "sandbox", reason: "From the old system", ...fields });
	if (!input.ok) return input;
	return services.recordOnly.domain(person.session, customer.id, input.value);
}

function plan(fields: Record<string, string>, record = testServices().recordOnly) {
	const input = parse(recordPlanSchema, { what: "shared-business:annual", reason: "From the old system", ...fields });
	if (!input.ok) return input;
	return record.plan(person.session, customer.id, input.value);
}

const rowsOf = async (table: "domains" | "hosting_plans" | "orders" | "invoices" | "jobs") =>
	(await env.DB.prepare(`select * from ${table} where user_id = ?`).bind(customer.id).all<Record<string, unknown>>())
		.results;

const emails = async () =>
	(await env.DB.prepare("select kind from outbox where user_id = ? and kind like 'mail.%'").bind(customer.id).all())
		.results;

test("a recorded domain has the registrar's settings, and nothing is ordered, billed, sent or emailed", async () => {
	const { name, expiresAt } = await aHeldName();
	expect(await domain({ domain: name, expiresAt: day(expiresAt), autoRenew: "on" })).toEqual({ ok: true, value: name });
	expect(await rowsOf("domains")).toMatchObject([
		{
			...{ name, status: "active", registrar: "sandbox", registry_id: `object-of-${name}`, expires_at: expiresAt },
			...{ auto_renew: 1, locked: 1, privacy: 0, order_line_id: null },
			nameservers: '["ns1.old.example","ns2.old.example"]',
		},
	]);
	for (const table of ["orders", "invoices", "jobs"] as const) expect(await rowsOf(table), table).toEqual([]);
	const events = await env.DB.prepare("select kind from outbox where user_id = ?").bind(customer.id).all();
	expect(events.results).toEqual([]);
	const logged = await env.DB.prepare("select kind, reason, customer_id as customer from audit_log where staff_id = ?")
		.bind(person.member.id)
		.all();
	expect(logged.results).toEqual([{ kind: "domain.recorded", reason: "From the old system", customer: customer.id }]);
});

test("the customer is reminded of a recorded domain, and its renewal is invoiced", async () => {
	const { name, expiresAt } = await aHeldName(Date.now() + 20 * DAY);
	expect(await domain({ domain: name, expiresAt: day(expiresAt), autoRenew: "on" })).toMatchObject({ ok: true });
	await runDue(testServices(), (services) => services.renewals.invoices.queueDue("all"));
	const invoice = await env.DB.prepare(
		"select l.domain as name from order_lines l join orders o on o.id = l.order_id where o.user_id = ?",
	)
		.bind(customer.id)
		.first();
	expect(invoice).toEqual({ name });
	await testServices({ clock: () => expiresAt - 7 * DAY + 1 }).renewals.expiry.sendReminders();
	const reminded = await env.DB.prepare("select kind from reminders where user_id = ?").bind(customer.id).all();
	expect(reminded.results).toEqual(expect.arrayContaining([{ kind: "invoice" }, { kind: "domain" }]));
});

test("a domain that the registrar does not hold, or with another date, is refused at its field", async () => {
	const { name, expiresAt } = await aHeldName();
	const wrongDay = await domain({ domain: name, expiresAt: day(expiresAt + 5 * DAY) });
	expect(wrongDay).toMatchObject({
		ok: false,
		error: { fields: { expiresAt: expect.stringContaining("sandbox says") } },
	});
	for (const [fields, field] of [
		[{ domain: aName(), expiresAt: inDays(100) }, "registrar"],
		[{ domain: name, expiresAt: inDays(100), registrar: "openprovider" }, "registrar"],
		[{ domain: name, expiresAt: inDays(-1) }, "expiresAt"],
		[{ domain: name, expiresAt: "soon" }, "expiresAt"],
		[{ domain: "no name", expiresAt: inDays(100) }, "domain"],
		[{ domain: name, expiresAt: day(expiresAt), nameservers: "ns1.old.example http://x" }, "nameservers"],
	] as const)
		expect(await domain(fields), JSON.stringify(fields)).toMatchObject({
			ok: false,
			error: { fields: { [field]: expect.any(String) } },
		});
	expect(await rowsOf("domains")).toEqual([]);
});

test("a domain that this or another customer has can't be recorded again", async () => {
	const other = await aCustomer();
	const taken = await aDomain(other.id);
	const again = { domain: taken.name, expiresAt: day(taken.expiresAt) };
	expect(await domain(again)).toMatchObject({
		error: { fields: { domain: expect.stringContaining("Another customer") } },
	});
	const { name, expiresAt } = await aHeldName();
	const own = { domain: name, expiresAt: day(expiresAt) };
	const both = await Promise.all([domain(own), domain(own)]);
	expect(both.filter(({ ok }) => ok)).toHaveLength(1);
	expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { fields: { domain: expect.any(String) } } });
	expect(await rowsOf("domains")).toHaveLength(1);
});

test("a recorded plan renews at its due date and has its account on the server", async () => {
	const { panel, name: server, whm } = whmPanel();
	const made = await panel.create({ account: "hst_old", plan: "shared-business", resources: {}, email: "a@x.test" });
	const account = made.state === "succeeded" ? (made.ref.split("/")[1] ?? "") : "";
	await env.DB.prepare("delete from server_accounts where account = 'hst_old'").run();
	const services = testServices();
	const { db, clock, accounts, addons, billingDesk, registrar } = services;
	const record = createRecordOnly({
		...{ db, clock, accounts, addons, billingDesk, registrar, hostingPanel: panel, servers: [server] },
		registrations: createRegistrations(db),
	});
	const expiresAt = inDays(20);
	const missing = await plan({ expiresAt, server, account: "nobody" }, record);
	expect(missing).toMatchObject({ ok: false, error: { fields: { account: expect.stringContaining("no account") } } });
	expect(await plan({ expiresAt, server: "elsewhere", account }, record)).toMatchObject({
		error: { fields: { server: expect.any(String) } },
	});
	expect(await plan({ expiresAt, server, account }, record)).toMatchObject({ ok: true });
	expect(whm.accounts.size).toBe(1);
	const [row, ...more] = await rowsOf("hosting_plans");
	expect(more).toEqual([]);
	expect(row).toMatchObject({ status: "active", product_id: "shared-business", expires_at: Date.parse(expiresAt) });
	expect(await panel.suspend(String(row?.id), "Test")).toEqual({ state: "succeeded" });
	expect(await plan({ expiresAt, server, account }, record)).toMatchObject({
		error: { fields: { account: expect.stringContaining("Another plan") } },
	});
	expect(await rowsOf("hosting_plans")).toHaveLength(1);
	expect(await emails()).toEqual([]);
	await runDue(testServices(), (one) => one.renewals.invoices.queueDue("all"));
	expect(await rowsOf("invoices")).toHaveLength(1);
});

test("a plan that is recorded with a price of its own is invoiced at it, and credits no more than the catalogue's", async () => {
	const typed = { expiresAt: inDays(20), price: "1,234.50" };
	expect(await plan({ ...typed, price: "free" })).toMatchObject({ error: { fields: { price: expect.any(String) } } });
	expect(await plan(typed)).toMatchObject({ ok: true });
	const [row] = await rowsOf("hosting_plans");
	expect(row).toMatchObject({ price: 123_450, currency: "KES", paid: null });
	await runDue(testServices(), (one) => one.renewals.invoices.queueDue("all"));
	expect(await rowsOf("invoices")).toMatchObject([{ subtotal: 123_450 }]);
	const { items } = await testServices().staff.auditLog.list((await aSignedInMember(["owner"])).session, {
		subject: String(row?.id),
	});
	expect(items).toMatchObject([{ kind: "plan.recorded", params: { price: { amount: 123_450, currency: "KES" } } }]);
	customer = await aCustomer();
	expect(await plan({ ...typed, price: "9999999" })).toMatchObject({ ok: true });
	const [dear] = await rowsOf("hosting_plans");
	expect(Number(dear?.paid)).toBeLessThan(Number(dear?.price));
	customer = await aCustomer();
	expect(await plan({ ...typed, price: "" })).toMatchObject({ ok: true });
	expect(await rowsOf("hosting_plans")).toMatchObject([{ price: dear?.paid }]);
});

function addon(fields: Record<string, string>) {
	const typed = { what: "addon-ssl:annual", expiresAt: inDays(20), reason: "From the old system", ...fields };
	const input = parse(recordAddonSchema, typed);
	return input.ok ? testServices().recordOnly.addon(person.session, customer.id, input.value) : input;
}

test("a recorded add-on is active, renews with its plan at its price, and nothing is ordered or emailed", async () => {
	expect(await plan({ expiresAt: inDays(20) })).toMatchObject({ ok: true });
	const [hosting] = await rowsOf("hosting_plans");
	const of = `plan ${hosting?.id}`;
	const page = await testServices().recordOnly.addonTargets(person.session, customer.id);
	expect(page).toEqual([{ value: of, text: hosting?.name }]);
	expect(await addon({ of, price: "1,111" })).toEqual({ ok: true, value: "Premium SSL" });
	const [owned] = await testServices().addons.of({ userId: customer.id }, { planId: String(hosting?.id) });
	const expiresAt = Date.parse(inDays(20));
	expect(owned).toMatchObject({ productId: "addon-ssl", price: 111_100, termMonths: 12, expiresAt, orderLineId: null });
	expect(owned?.activatedAt).not.toBeNull();
	for (const table of ["orders", "invoices", "jobs"] as const) expect(await rowsOf(table), table).toEqual([]);
	expect(await emails()).toEqual([]);
	const logged = await env.DB.prepare("select reason from audit_log where customer_id = ? and kind = 'addon.recorded'")
		.bind(customer.id)
		.all();
	expect(logged.results).toEqual([{ reason: "From the old system" }]);
	await runDue(testServices(), (services) => services.renewals.invoices.queueDue("all"));
	const lines = await env.DB.prepare(
		"select l.name, l.unit_amount as price from order_lines l join orders o on o.id = l.order_id where o.user_id = ? and l.kind = 'addon_renewal'",
	)
		.bind(customer.id)
		.all();
	expect(lines.results).toEqual([{ name: "Premium SSL for Business Hosting", price: 111_100 }]);
});

test("an add-on that does not fit, or that its domain or plan has already, is refused at its field", async () => {
	const own = await aDomain(customer.id);
	const other = await aDomain((await aCustomer()).id);
	expect(await plan({ expiresAt: inDays(20), domain: own.name })).toMatchObject({ ok: true });
	const [hosting] = await rowsOf("hosting_plans");
	const of = `domain ${own.name}`;
	for (const [fields, field] of [
		[{ of: `domain ${other.name}` }, "of"],
		[{ of, what: "addon-backups:monthly" }, "of"],
		[{ of: `plan ${hosting?.id}`, what: "addon-privacy:annual" }, "of"],
		[{ of, what: "shared-business:annual" }, "what"],
		[{ of, what: "addon-ssl:monthly" }, "what"],
		[{ of, expiresAt: inDays(-1) }, "expiresAt"],
		[{ of, price: "free" }, "price"],
	] as const)
		expect(await addon(fields), JSON.stringify(fields)).toMatchObject({
			error: { fields: { [field]: expect.any(String) } },
		});
	const both = await Promise.all([addon({ of }), addon({ of })]);
	expect(both.filter(({ ok }) => ok)).toHaveLength(1);
	expect(both.find(({ ok }) => !ok)).toMatchObject({ error: { fields: { of: expect.stringContaining("already") } } });
	const count = await env.DB.prepare("select count(*) as n from addons where user_id = ?").bind(customer.id).first("n");
	expect(count).toBe(1);
});

test("a closed account gets no services, and a role without orders records nothing", async () => {
	const { name, expiresAt } = await aHeldName();
	const form = { intent: "record-domain", domain: name, registrar: "sandbox", expiresAt: day(expiresAt), reason: "x" };
	const send = (cookie: string) =>
		action(
			deskArgs({
				...{ cookie, form, address: `/desk/customers/${customer.id}/record` },
				params: { customerId: customer.id },
			}) as never,
		).catch((thrown: unknown) => thrown);
	expect(statusOf(await send((await aSignedInMember(["finance"])).cookie))).toBe(404);
	await env.DB.prepare("update users set status = 'closed' where id = ?").bind(customer.id).run();
	expect(statusOf(await send(person.cookie))).toBe(404);
	await env.DB.prepare("update users set status = 'active' where id = ?").bind(customer.id).run();
	// Leads to the service, away from the filled form.
	const sent = (await send(person.cookie)) as Response;
	expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/desk/customers/${customer.id}/services`]);
	expect(await rowsOf("domains")).toHaveLength(1);
});
