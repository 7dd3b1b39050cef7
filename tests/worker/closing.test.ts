import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { billingEmailToken } from "~/features/billing-details/billing-email";
import { gracePeriodMs } from "~/features/closing/closing";
import { closeAccountSchema } from "~/features/closing/closing.schema";
import { DAY } from "~/lib/durations";
import { aClient, mailsOf } from "../support/accounts";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { aCheckout } from "../support/orders";
import { runDue } from "../support/schedule";
import { aTwoStepCustomer } from "../support/two-factor";

const rowOf = (userId: string) => env.DB.prepare("select * from users where id = ?").bind(userId).first();

const countOf = async (table: string, userId: string) =>
	(await env.DB.prepare(`select count(*) as n from ${table} where user_id = ?`).bind(userId).first<{ n: number }>())?.n;

async function scheduled() {
	const services = testServices();
	const customer = await aTwoStepCustomer(services);
	const { user, owner } = customer;
	const elsewhere = await aSession(user);
	await env.DB.batch([
		env.DB.prepare(
			"insert into domains (id, user_id, name, tld, status, auto_renew, nameservers, contacts, created_at, updated_at) values (?, ?, ?, 'ke', 'active', 1, '[]', '{}', 0, 0)",
		).bind(`dom_${user.id}`, user.id, `${user.id.slice(4, 20)}.ke`),
		env.DB.prepare(
			"insert into hosting_plans (id, user_id, product_id, name, type, status, resources, features, price, currency, term_months, created_at, updated_at) values (?, ?, 'p', 'Starter', 'web', 'active', '{}', '[]', 1, 'KES', 1, 0, 0)",
		).bind(`hst_${user.id}`, user.id),
		env.DB.prepare(
			"insert into sandbox_panel_accounts (account, plan, email, resources, ip, created_at) values (?, 'p', ?, '{}', '203.0.113.9', 0)",
		).bind(`hst_${user.id}`, user.email),
		...["paid", "open"].map((state) =>
			env.DB.prepare(
				"insert into invoices (id, number, user_id, state, currency, subtotal, discount, tax, shipping, total, billed_to, issued_at, due_at) values (?, ?, ?, ?, 'KES', 100, 0, 8, 0, 108, ?, 0, 0)",
			).bind(
				`inv_${state}_${user.id}`,
				`${state}${user.id.slice(-8)}`,
				user.id,
				state,
				JSON.stringify({ name: "Amina Otieno", email: user.email, address: "Moi Avenue 1", country: "Kenya" }),
			),
		),
	]);
	expect(await services.payments.prompts.choose(owner, { phone: "0712 345 678", hour: 18 })).toMatchObject({
		ok: true,
	});
	expect(await services.closing.schedule(customer.customer, owner)).toEqual({ ok: true, value: null });
	return { ...customer, services, elsewhere };
}

const after = (ms: number) => testServices({ clock: () => Date.now() + ms });
const closeDue = (ms: number) => runDue(after(ms), ({ closing }) => closing.queueDue());

test("closing an account ends every session, stops renewals and emails the last day to reopen it", async () => {
	const { user, cookie, elsewhere, services } = await scheduled();
	for (const one of [cookie, elsewhere.cookie]) {
		expect(await services.sessions.viewer({ cookie: one }).customer()).toBeNull();
	}
	expect(await rowOf(user.id)).toMatchObject({ status: "closing", closes_at: expect.any(Number) });
	const domain = await env.DB.prepare("select auto_renew, status from domains where user_id = ?").bind(user.id).first();
	expect(domain).toEqual({ auto_renew: 0, status: "active" });
	expect(await mailsOf(user.id, "mail.account-closing")).toHaveLength(1);
});

test("for two weeks the owner can sign in and keep the account, but orders nothing", async () => {
	const { user } = await scheduled();
	const bystander = await scheduled();
	const services = after(gracePeriodMs - DAY);
	const { cookie, token } = await aSession(user, { services });
	const { sha256Hex } = await import("~/lib/sha256");
	const owner = { sessionHash: sha256Hex(token) };
	const customer = await services.sessions.viewer({ cookie }).customer();
	expect(customer).toMatchObject({ closesAt: expect.any(Number) });
	if (!customer) throw new Error("nobody is signed in");
	const { input } = await aCheckout(services, { customer });
	expect(await services.orders.place(customer, input)).toMatchObject({ error: { code: "closing" } });
	expect((await services.closing.keep(owner)).ok).toBe(true);
	expect(await services.closing.keep(owner)).toMatchObject({ ok: false, error: { kind: "conflict" } });
	expect(await rowOf(bystander.user.id)).toMatchObject({ status: "closing" });
	await closeDue(gracePeriodMs + DAY);
	expect(await rowOf(user.id)).toMatchObject({ status: "active", closes_at: null, email: user.email });
});

test("a closed account is erased, can't be signed in to, and its tax records name no one", async () => {
	const { user, services } = await scheduled();
	const late = await aSession(user);
	await closeDue(gracePeriodMs - DAY);
	expect(await rowOf(user.id)).toMatchObject({ status: "closing" });
	// Two runs at the same time.
	await Promise.all([closeDue(gracePeriodMs + DAY), closeDue(gracePeriodMs + DAY)]);
	expect(await services.sessions.viewer({ cookie: late.cookie }).customer()).toBeNull();
	const login = await services.accounts.login(
		{ email: user.email, password: testPassword, remember: false },
		aClient(),
		null,
	);
	expect(login).toMatchObject({ ok: false, error: { kind: "unauthenticated" } });
	for (const table of ["sessions", "recovery_codes", "notifications", "activity_log", "projects"]) {
		expect(await countOf(table, user.id), table).toBe(0);
	}
	const domain = await env.DB.prepare("select contacts from domains where user_id = ?").bind(user.id).first();
	expect(domain).toEqual({ contacts: null });
	const plan = await env.DB.prepare("select status from hosting_plans where user_id = ?").bind(user.id).first();
	expect(plan?.status).toBe("terminated");
	const deletions = await env.DB.prepare("select id from outbox where kind = 'hosting.delete' and user_id = ?")
		.bind(user.id)
		.all<{ id: string }>();
	expect(deletions.results).toHaveLength(1);
	await after(gracePeriodMs + 2 * DAY).outbox.deliver(deletions.results[0]?.id ?? "");
	const atPanel = await env.DB.prepare("select * from sandbox_panel_accounts where account = ?")
		.bind(`hst_${user.id}`)
		.all();
	expect(atPanel.results, "the panel's own account, with its address").toEqual([]);
	const { results } = await env.DB.prepare(
		"select state, billed_to, total from invoices where user_id = ? order by state",
	)
		.bind(user.id)
		.all();
	expect(results).toMatchObject([
		{ state: "paid", total: 108 },
		{ state: "void", total: 108 },
	]);
	const left = JSON.stringify([results, await rowOf(user.id)]);
	expect(left).not.toContain("+254712345678");
	expect(left).not.toMatch(/Amina|Otieno|Moi Avenue/);
	expect(left).not.toContain(user.email);
	expect(left).toContain("Kenya");
});

test("a closed account keeps no billing addresses, and their links say that they get nothing any more", async () => {
	const { user, services } = await scheduled();
	const other = await aCustomer();
	const add = async (userId: string, email: string) => {
		const id = `bem_${userId.slice(4)}`;
		await env.DB.prepare(
			"insert into billing_emails (id, user_id, email, created_at, confirmed_at) values (?, ?, ?, 0, 0)",
		)
			.bind(id, userId, email)
			.run();
		return billingEmailToken([env.TOKEN_SECRET], id);
	};
	const email = `books-${user.id.slice(4)}@example.com`;
	const [own, foreign] = [await add(user.id, email), await add(other.id, email)];
	// The account can be kept for two weeks, and its invoices still go there.
	expect(await services.billingEmails.find(own)).toMatchObject({ value: { email, isConfirmed: true } });
	await closeDue(gracePeriodMs + DAY);
	expect(await rowOf(user.id)).toMatchObject({ status: "closed" });
	expect(await countOf("billing_emails", user.id)).toBe(0);
	expect(await services.billingEmails.find(own)).toMatchObject({ error: { kind: "not_found" } });
	expect(await services.billingEmails.stop(own)).toMatchObject({ ok: true });
	expect(await services.billingEmails.find(foreign)).toMatchObject({ value: { email, account: other.email } });
	const { results } = await env.DB.prepare("select payload, last_error from outbox where user_id = ?")
		.bind(user.id)
		.all();
	expect(JSON.stringify(results)).not.toContain(email);
});

test("closing needs a confirmed session and the word in capital letters", async () => {
	for (const typed of ["", "delete", "DELETE it", "Löschen"]) {
		const parsed = closeAccountSchema.safeParse({ confirmation: typed });
		expect(parsed.error?.issues[0]?.path).toEqual(["confirmation"]);
	}
	expect(closeAccountSchema.safeParse({ confirmation: " DELETE " }).success).toBe(true);
	const services = testServices();
	const { user, customer, owner } = await aTwoStepCustomer(services);
	const stale = { ...owner, confirmedFrom: Date.now() + 60_000 };
	expect((await services.closing.schedule(customer, stale)).ok).toBe(false);
	expect(await rowOf(user.id)).toMatchObject({ status: "active" });
});

test("closing an account twice at the same time schedules it once", async () => {
	const services = testServices();
	const { user, customer, owner } = await aTwoStepCustomer(services);
	const answers = await Promise.all([1, 2].map(() => testServices().closing.schedule(customer, owner)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await mailsOf(user.id, "mail.account-closing")).toHaveLength(1);
});
