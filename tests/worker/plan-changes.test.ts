import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import {
	hostingPlans,
	type Invoice,
	invoiceLines,
	invoices,
	jobs,
	ledgerEntries,
	sandboxPanelAccounts,
	sandboxRegistry,
} from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { currentCatalog } from "~/features/catalog/current";
import { withCatalog } from "~/features/catalog/scope.server";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { runBeforeCommit } from "../support/before-commit";
import { aConfirmedOwner } from "../support/domains";
import { testServices } from "../support/factories";
import { aPanel, aPlan, thePlan } from "../support/hosting";
import { aName, anOrder, aPhone, registration, thePayment } from "../support/orders";
import { writeRows } from "../support/rows";
import { runDue } from "../support/schedule";
import { withMessage, withNote } from "../support/stored-texts";

const db = createDatabase(env.DB);
let now: number;

beforeEach(() => {
	now = Date.UTC(2026, 10, 21, 9);
});

/** A customer with a plan in the middle of its month, by default Business Hosting for Ksh 4,200. */
async function aHolder(fields: Parameters<typeof aPlan>[1] = {}, panel: Partial<HostingPanel> = {}) {
	const clock = () => now;
	const services = testServices({ clock, hostingPanel: { ...aPanel(clock).panel, ...panel } });
	const { user, cookie, owner } = await aConfirmedOwner(services);
	const customer = (await services.sessions.viewer({ cookie }).customer()) as Customer;
	const expiresAt = Date.UTC(2026, 11, 6, 9);
	const plan = await aPlan(user.id, { expiresAt, ...fields }, now);

	async function quoteOf(to: string) {
		const found = await services.planChanges.options({ userId: user.id }, plan.id);
		const quote = found?.alternatives.find(({ product }) => product.id === to)?.quote;
		if (!quote?.ok) throw new Error(quote?.error.message ?? "no such plan");
		return quote.value;
	}

	async function anInput(to: string) {
		const { total, credit } = await quoteOf(to);
		return { planId: plan.id, to, total: total.amount, credit: credit.amount, key: randomToken() };
	}

	const agree = async (to: string) => {
		const agreed = await services.planChanges.agree(customer, owner, await anInput(to));
		if (!agreed.ok) throw new Error(agreed.error.message);
		return agreed.value;
	};

	async function pay(invoiceId: string) {
		const started = await services.payments.start(customer, invoiceId, { method: "mpesa", phone: aPhone() });
		if (!started.ok) throw new Error(started.error.message);
		const { providerRef } = await thePayment(started.value.paymentId);
		await services.sandbox?.answer(providerRef ?? "", "approve");
	}

	const credit = async () => (await services.payments.credit.balances({ userId: user.id }))[0]?.amount ?? 0;
	const log = async () =>
		(await services.activity.recent({ userId: user.id }, 20)).map((row) => withMessage(row).message).toReversed();
	return { ...services, cookie, user, customer, owner, plan, quoteOf, anInput, agree, pay, credit, log };
}

const work = async (orderId: string) =>
	(await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)))).map(withNote);

/** The account's plan at the sandbox panel. */
const packageOf = async (account: string) =>
	(await db.read(db.orm.select().from(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, account))))[0]?.plan;

const linesOf = (invoiceId: string) =>
	db.read(
		db.orm
			.select({ description: invoiceLines.description, amount: invoiceLines.amount })
			.from(invoiceLines)
			.where(eq(invoiceLines.invoiceId, invoiceId))
			.orderBy(invoiceLines.position),
	);

test("a larger plan is ordered at its quote, starts when it is paid, and keeps its term", async () => {
	const { agree, pay, orders, owner, plan, log } = await aHolder();
	const agreed = await agree("shared-pro");
	expect(agreed.due).toBe(true);
	const invoice = await orders.ownInvoice(owner, agreed.invoiceId);
	// Half of Ksh 1,800, and 8 % of it.
	expect(invoice).toMatchObject({ state: "open", subtotal: 90_000, tax: 7_200, shipping: 0, total: 97_200 });
	expect(invoice?.dueAt).toBe(now + DAY);
	expect(await linesOf(agreed.invoiceId)).toEqual([
		{ description: "Professional Hosting, 15 days until 6 Dec 2026", amount: 300_000 },
		{ description: "Unused time of Business Hosting", amount: -210_000 },
	]);
	expect(await thePlan(plan.id)).toMatchObject({ productId: "shared-business" });
	await pay(agreed.invoiceId);
	await orders.sweepJobs();
	expect(await thePlan(plan.id)).toMatchObject({
		productId: "shared-pro",
		name: "Professional Hosting",
		price: 600_000,
		expiresAt: plan.expiresAt,
		status: "active",
	});
	expect(await packageOf(plan.id)).toBe("shared-pro");
	const sizes = {
		disk: { used: 0, total: 200, unit: "GB" },
		domains: { used: 0, total: "Unlimited" },
		emailAccounts: { used: 0, total: "Unlimited" },
	};
	expect((await thePlan(plan.id)).resources).toEqual(expect.objectContaining(sizes));
	const atPanel = db.orm.select().from(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, plan.id));
	expect((await db.read(atPanel))[0]?.resources).toEqual(expect.objectContaining(sizes));
	expect((await orders.find(owner, agreed.orderId))?.order.state).toBe("fulfilled");
	expect(await log()).toEqual(
		expect.arrayContaining([
			"Agreed to change the hosting plan Business Hosting to Professional Hosting.",
			"Business Hosting is now Professional Hosting.",
		]),
	);
});

test("a smaller plan starts immediately, and the difference becomes credit with its tax", async () => {
	const { agree, orders, owner, plan, credit } = await aHolder();
	const agreed = await agree("shared-starter");
	expect(agreed.due).toBe(false);
	expect(await orders.ownInvoice(owner, agreed.invoiceId)).toMatchObject({ state: "paid", total: 0 });
	const lines = await linesOf(agreed.invoiceId);
	expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
	expect(lines.at(-1)?.description).toBe("Added to your credit (Ksh 756 including tax)");
	expect(await credit()).toBe(0);
	await orders.sweepJobs();
	expect(await thePlan(plan.id)).toMatchObject({ productId: "shared-starter", price: 280_000 });
	expect(await credit()).toBe(75_600);
});

test("changing to another plan and back at the same moment gains nothing and loses less than a shilling", async () => {
	const { agree, pay, orders, credit } = await aHolder();
	const { invoiceId } = await agree("shared-pro");
	await pay(invoiceId);
	await orders.sweepJobs();
	await agree("shared-business");
	await orders.sweepJobs();
	expect(97_200 - (await credit())).toBeLessThan(100);
	expect(await credit()).toBeLessThanOrEqual(97_200);
});

test("a plan paid for by a promo code returns nothing", async () => {
	const { agree, orders, credit, quoteOf } = await aHolder({ paid: 0 });
	expect(await quoteOf("shared-starter")).toMatchObject({ credit: { amount: 0 }, total: { amount: 0 } });
	await agree("shared-starter");
	await orders.sweepJobs();
	expect(await credit()).toBe(0);
	expect((await quoteOf("shared-business")).paid).toBe(140_000);
});

test("a smaller plan right after the order does not return the price of the free domain", async () => {
	const services = testServices({ clock: () => now, hostingPanel: aPanel(() => now).panel });
	const { user, owner, cookie } = await aConfirmedOwner(services);
	const customer = (await services.sessions.viewer({ cookie }).customer()) as Customer;
	const plan = (productId: string) => ({ key: productId, productId, term: "annual" as const, quantity: 1 });
	const name = registration(aName("africa"));
	const buyer = { id: user.id, currency: "KES" as const, email: "amina@example.com" };
	const apart = await services.cart.quote({ items: [plan("shared-starter"), name], currency: "KES" });
	const order = await anOrder(services, { customer: buyer, items: [plan("shared-pro"), name] });
	expect(order.quote.lines.map(({ kind }) => kind)).toContain("free_domain");
	const started = await services.payments.start(customer, order.invoiceId, { method: "mpesa", phone: aPhone() });
	const { providerRef } = await thePayment(started.ok ? started.value.paymentId : "");
	await services.sandbox?.answer(providerRef ?? "", "approve");
	await services.orders.sweepJobs();
	const [bought] = await services.hosting.first(owner, 1);
	const planId = bought?.id ?? "";
	const found = await services.planChanges.options(owner, planId);
	const quote = found?.alternatives.find(({ product }) => product.id === "shared-starter")?.quote;
	const credit = quote?.ok ? quote.value.credit.amount : 0;
	const agreed = await services.planChanges.agree(customer, owner, {
		...{ planId, to: "shared-starter", total: 0, credit, key: randomToken() },
	});
	expect(agreed.ok).toBe(true);
	await services.orders.sweepJobs();
	expect(await thePlan(planId)).toMatchObject({ productId: "shared-starter" });
	const [balance] = await services.payments.credit.balances({ userId: user.id });
	expect(order.quote.total.amount - (balance?.amount ?? 0)).toBeGreaterThanOrEqual(apart.total.amount);
	expect(balance?.amount).toBeGreaterThan(0);
});

/** Professional Hosting by the year, with a free domain that is not registered yet. Other jobs are done. */
async function aFreeDomain() {
	const services = testServices({ clock: () => now, hostingPanel: aPanel(() => now).panel });
	const { user, owner, cookie } = await aConfirmedOwner(services);
	const customer = (await services.sessions.viewer({ cookie }).customer()) as Customer;
	const item = (productId: string) => ({ key: productId, productId, term: "annual" as const, quantity: 1 });
	const name = aName("africa");
	const buyer = { id: user.id, currency: "KES" as const, email: "amina@example.com" };
	const order = await anOrder(services, { customer: buyer, items: [item("shared-pro"), registration(name)] });
	const priceOf = async (productId: string) =>
		(await services.cart.quote({ items: [item(productId)], currency: "KES" })).total.amount;

	async function pay(invoiceId: string) {
		const started = await services.payments.start(customer, invoiceId, { method: "mpesa", phone: aPhone() });
		const { providerRef } = await thePayment(started.ok ? started.value.paymentId : "");
		await services.sandbox?.answer(providerRef ?? "", "approve");
	}
	await pay(order.invoiceId);
	const jobOf = async (kind: string) => (await work(order.orderId)).find((job) => job.kind === kind)?.id ?? "";
	await services.orders.runJob(await jobOf("create_hosting"));
	const planId = (await services.hosting.first(owner, 1))[0]?.id ?? "";

	/** Orders the change. Returns its job and what has to be paid. */
	async function agree(to: string) {
		const found = await services.planChanges.options(owner, planId);
		const quote = found?.alternatives.find(({ product }) => product.id === to)?.quote;
		if (!quote?.ok) throw new Error("no such change");
		const sums = { total: quote.value.total.amount, credit: quote.value.credit.amount };
		const agreed = await services.planChanges.agree(customer, owner, { planId, to, ...sums, key: randomToken() });
		if (!agreed.ok) throw new Error(agreed.error.message);
		return { ...agreed.value, ...sums };
	}
	const change = async ({ orderId }: { orderId: string }) => services.orders.runJob((await work(orderId))[0]?.id ?? "");

	async function refuse() {
		const taken = {
			name,
			state: "registered" as const,
			authCode: "x",
			nameservers: [],
			expiresAt: now,
			createdAt: now,
		};
		await writeRows(db, [db.orm.insert(sandboxRegistry).values(taken)]);
		await services.orders.runJob(await jobOf("register_domain"));
	}
	const credit = async () => (await services.payments.credit.balances({ userId: user.id }))[0]?.amount ?? 0;
	return { planId, paid: order.quote.total.amount, priceOf, pay, agree, change, refuse, credit };
}

/** Shillings are rounded for each credit. */
const rounding = 200;

test("a free domain that is refused after its plan became smaller becomes credit", async () => {
	const { planId, paid, priceOf, agree, change, refuse, credit } = await aFreeDomain();
	await change(await agree("shared-starter"));
	await refuse();
	const cost = paid - (await credit());
	expect(cost - (await priceOf("shared-starter"))).toBeGreaterThanOrEqual(0);
	expect(cost - (await priceOf("shared-starter"))).toBeLessThan(rounding);
	const plan = await thePlan(planId);
	expect([plan.productId, plan.paid]).toEqual(["shared-starter", plan.price]);
});

test("a free domain that is refused while its plan becomes smaller becomes credit", async () => {
	const { paid, priceOf, agree, change, refuse, credit } = await aFreeDomain();
	const smaller = await agree("shared-starter");
	await refuse();
	await change(smaller);
	const cost = paid - (await credit());
	expect(cost - (await priceOf("shared-starter"))).toBeGreaterThanOrEqual(0);
	expect(cost - (await priceOf("shared-starter"))).toBeLessThan(rounding);
});

test("a free domain that is refused between two changes is counted once", async () => {
	const { planId, paid, priceOf, pay, agree, change, refuse, credit } = await aFreeDomain();
	await change(await agree("shared-starter"));
	const larger = await agree("shared-pro");
	await refuse();
	await pay(larger.invoiceId);
	await change(larger);
	const cost = paid + larger.total - (await credit());
	expect(cost - (await priceOf("shared-pro"))).toBeGreaterThanOrEqual(0);
	expect(cost - (await priceOf("shared-pro"))).toBeLessThan(rounding);
	const { price, paid: counted } = await thePlan(planId);
	expect(counted).toBe(price);
});

/** Runs the work with twice the tax. */
function withTwiceTheTax<T>(work: () => Promise<T>): Promise<T> {
	const { rules, ...catalog } = currentCatalog();
	return withCatalog({ ...catalog, rules: { ...rules, taxBasisPoints: 2 * rules.taxBasisPoints } }, work);
}

test("a smaller plan and a refused free domain give back the tax at the rate with which they were paid", async () => {
	type Shop = Awaited<ReturnType<typeof aFreeDomain>>;
	async function creditsOf(one: Shop, other: Shop) {
		await one.change(await one.agree("shared-starter"));
		const changed = await one.credit();
		await one.refuse();
		const smaller = await other.agree("shared-starter");
		await other.refuse();
		await other.change(smaller);
		return [changed, await one.credit(), await other.credit()];
	}
	const credits = await creditsOf(await aFreeDomain(), await aFreeDomain());
	expect(credits.map((amount) => amount > 0)).toEqual([true, true, true]);
	const [one, other] = [await aFreeDomain(), await aFreeDomain()];
	expect(await withTwiceTheTax(() => creditsOf(one, other))).toEqual(credits);
});

test("a larger plan that was paid at another tax rate gives back what was paid for it", async () => {
	const { agree, pay, orders, owner, credit } = await aHolder();
	const total = await withTwiceTheTax(async () => {
		const { invoiceId } = await agree("shared-pro");
		await pay(invoiceId);
		await orders.sweepJobs();
		return (await orders.ownInvoice(owner, invoiceId))?.total ?? 0;
	});
	await agree("shared-business");
	await orders.sweepJobs();
	expect(total).toBe(104_400);
	expect(total - (await credit())).toBeGreaterThanOrEqual(0);
	expect(total - (await credit())).toBeLessThanOrEqual(100);
});

test("a price that has changed since it was shown is refused, and the new one can be accepted", async () => {
	const { planChanges, customer, user, anInput } = await aHolder();
	// The session would have ended by then.
	const owner = { userId: user.id };
	const shown = await anInput("shared-pro");
	now += DAY;
	const refused = await planChanges.agree(customer, owner, shown);
	expect(refused).toMatchObject({ ok: false, error: { kind: "conflict", code: "price_changed" } });
	const fresh = await anInput("shared-pro");
	expect(fresh.total).toBeLessThan(shown.total);
	expect((await planChanges.agree(customer, owner, fresh)).ok).toBe(true);
	for (const forged of [{ total: 0 }, { credit: 1 }])
		expect((await planChanges.agree(customer, owner, { ...fresh, key: randomToken(), ...forged })).ok).toBe(false);
});

test("twenty presses of one button are one order, and another request with its key is refused", async () => {
	const { planChanges, customer, owner, anInput } = await aHolder();
	const input = await anInput("shared-pro");
	const all = await Promise.all(Array.from({ length: 20 }, () => planChanges.agree(customer, owner, input)));
	expect(new Set(all.map((agreed) => agreed.ok && agreed.value.orderId)).size).toBe(1);
	expect(all.every(({ ok }) => ok)).toBe(true);
	const other = await planChanges.agree(customer, owner, { ...input, to: "shared-starter" });
	expect(other).toMatchObject({ ok: false, error: { code: "idempotency_key_reused" } });
});

test("of two changes ordered at the same time one is placed, and the other says what is in progress", async () => {
	const { planChanges, customer, owner, anInput, orders, agree } = await aHolder();
	const inputs = [await anInput("shared-pro"), await anInput("shared-starter"), await anInput("shared-pro")];
	const all = await Promise.all(inputs.map((input) => planChanges.agree(customer, owner, input)));
	expect(all.filter(({ ok }) => ok)).toHaveLength(1);
	const placed = all.find((agreed) => agreed.ok);
	const orderId = placed?.ok ? placed.value.orderId : "";
	expect((await planChanges.options(owner, inputs[0]?.planId ?? ""))?.pendingOrder).toMatchObject({ orderId });
	const again = await planChanges.agree(customer, owner, { ...(inputs[0] as (typeof inputs)[0]), key: randomToken() });
	expect(again).toMatchObject({ ok: false, error: { code: "under_way" } });
	// An unpaid change can be cancelled and another one chosen.
	if ((await orders.cancel(owner, orderId)).ok) expect((await agree("shared-starter")).due).toBe(false);
});

test("a plan is renewed or changed, not both at the same time", async () => {
	const { agree, cart, user, plan, orders, owner } = await aHolder();
	const renewal = { key: "r", productId: plan.productId, term: "monthly" as const, planId: plan.id, quantity: 1 };
	const quote = () => cart.quote({ items: [renewal], currency: "KES" }, { userId: user.id });
	expect((await quote()).problems).toEqual([]);
	const { orderId } = await agree("shared-pro");
	const [problem] = (await quote()).problems;
	expect(problem).toMatchObject({ code: "already_ordered", message: expect.stringContaining("The change of") });
	await orders.cancel(owner, orderId);
	expect((await quote()).problems).toEqual([]);
});

test("a plan too small for the usage is refused, and says which limit", async () => {
	const { planChanges, customer, owner, plan } = await aHolder({
		productId: "web-business",
		currency: "USD",
		price: 1299,
		resources: { disk: { used: 31, total: 50, unit: "GB" }, domains: { used: 1, total: 10 } },
	});
	const input = { planId: plan.id, to: "web-starter", total: 0, credit: 0, key: randomToken() };
	const refused = await planChanges.agree(customer, owner, input);
	expect(refused).toMatchObject({
		ok: false,
		error: { code: "too_small", message: expect.stringContaining("Disk: you use 31 GB, the limit is 10 GB.") },
	});
	expect(!refused.ok && refused.error.message).not.toContain("Domains");
});

test("usage is kept under the new limits", async () => {
	const resources = { disk: { used: 31, total: 50, unit: "GB" }, databases: { used: 4, total: 20 } };
	const { agree, orders, plan, payments, customer, sandbox } = await aHolder({
		...{ productId: "web-business", currency: "USD", price: 1299, resources },
	});
	const { invoiceId } = await agree("web-premium");
	const started = await payments.start(customer, invoiceId, { method: "card" });
	const { providerRef } = await thePayment(started.ok ? started.value.paymentId : "");
	await sandbox?.answer(providerRef ?? "", "approve");
	await orders.sweepJobs();
	expect((await thePlan(plan.id)).resources).toEqual({
		disk: { used: 31, total: 200, unit: "GB" },
		databases: { used: 4, total: 20 },
		domains: { used: 0, total: "Unlimited" },
		emailAccounts: { used: 0, total: "Unlimited" },
	});
});

test.each([
	["is cancelled", { cancelledAt: 1 }, "cancelled"],
	["is suspended", { status: "suspended" as const }, "not_running"],
	["is being set up", { status: "pending" as const, expiresAt: null }, "not_running"],
	["is past its term", { expiresAt: Date.UTC(2026, 10, 21, 9) }, "term_over"],
])("a plan that %s can't be changed", async (_why, fields, code) => {
	const { planChanges, customer, owner, plan } = await aHolder(fields);
	const input = { planId: plan.id, to: "shared-pro", total: 0, credit: 0, key: randomToken() };
	expect(await planChanges.agree(customer, owner, input)).toMatchObject({ ok: false, error: { code } });
});

test("a plan cancelled after its change was ordered still changes when it is paid, and ends with its term", async () => {
	const { agree, pay, orders, hosting, owner, plan } = await aHolder();
	const { invoiceId } = await agree("shared-pro");
	expect((await hosting.cancel(owner, plan.id)).ok).toBe(true);
	await pay(invoiceId);
	await orders.sweepJobs();
	expect(await thePlan(plan.id)).toMatchObject({ productId: "shared-pro", cancelledAt: now });
});

test.each([
	["has ended", { status: "terminated" as const }],
	["got another term", { expiresAt: Date.UTC(2027, 0, 6, 9) }],
	["became another plan", { productId: "shared-starter" }],
])("if a plan %s before its paid change, the payment becomes credit, once", async (_what, values) => {
	const { agree, pay, orders, plan, owner, credit, log } = await aHolder();
	const { invoiceId, orderId } = await agree("shared-pro");
	await writeRows(db, [db.orm.update(hostingPlans).set(values).where(eq(hostingPlans.id, plan.id))]);
	await pay(invoiceId);
	await orders.sweepJobs();
	await orders.sweepJobs();
	expect(await credit()).toBe(97_200);
	expect(await thePlan(plan.id)).toMatchObject({ price: 420_000, ...values });
	expect(await packageOf(plan.id)).toBe("shared-business");
	const order = await orders.find(owner, orderId);
	expect(order?.order.state).toBe("fulfilled");
	expect(order?.jobs.map(withNote)).toMatchObject([
		{ state: "done", message: expect.stringContaining("We added what you paid to your credit") },
	]);
	expect((await log()).join("\n")).toContain("we did not change it to Professional Hosting");
});

test("usage that has grown since a smaller plan was ordered stops the change, and nothing is returned", async () => {
	const { agree, orders, plan, credit } = await aHolder();
	const { orderId } = await agree("shared-starter");
	const resources = { domains: { used: 3, total: "Unlimited" as const } };
	await writeRows(db, [db.orm.update(hostingPlans).set({ resources }).where(eq(hostingPlans.id, plan.id))]);
	await orders.sweepJobs();
	expect(await thePlan(plan.id)).toMatchObject({ productId: "shared-business" });
	expect(await work(orderId)).toMatchObject([
		{ state: "done", message: expect.stringContaining("Domains: you use 3, the limit is") },
	]);
	expect(await credit()).toBe(0);
});

test("a panel that is down delays the change, and one that refuses leaves it to our team", async () => {
	let calls = 0;
	const { agree, orders, plan, credit } = await aHolder(
		{},
		{
			async changePackage() {
				calls += 1;
				if (calls === 1) throw new Error("connect timeout");
				return { state: "failed", message: "no such package", retryable: false };
			},
		},
	);
	const { orderId } = await agree("shared-starter");
	await orders.sweepJobs();
	expect(await work(orderId)).toMatchObject([{ state: "queued", lastError: "connect timeout" }]);
	now += MINUTE;
	await orders.sweepJobs();
	expect(await work(orderId)).toMatchObject([
		{ state: "action_required", message: expect.stringContaining("Our team is changing") },
	]);
	expect(await thePlan(plan.id)).toMatchObject({ productId: "shared-business" });
	expect(await credit()).toBe(0);
});

test("a change that is delivered five times at the same time runs once", async () => {
	const { agree, orders, credit, user } = await aHolder();
	const { orderId } = await agree("shared-starter");
	const [job] = await work(orderId);
	await Promise.all(Array.from({ length: 5 }, () => orders.runJob(job?.id ?? "")));
	await orders.runJob(job?.id ?? "");
	expect(await db.read(db.orm.select().from(ledgerEntries).where(eq(ledgerEntries.userId, user.id)))).toHaveLength(1);
	expect(await credit()).toBe(75_600);
});

test("a change that is not paid within its day is cancelled, and money that arrives later becomes credit", async () => {
	const holder = await aHolder();
	const { agree, planChanges, owner, plan, payments, customer, sandbox, credit } = holder;
	const { invoiceId } = await agree("shared-pro");
	const started = await payments.start(customer, invoiceId, { method: "mpesa", phone: aPhone() });
	const { providerRef } = await thePayment(started.ok ? started.value.paymentId : "");
	now += DAY + HOUR;
	await payments.reconcile();
	await runDue(holder, ({ orders }) => orders.queueUnpaid("all"));
	expect((await planChanges.options(owner, plan.id))?.pendingOrder).toBeUndefined();
	await sandbox?.answer(providerRef ?? "", "approve");
	expect(await credit()).toBe(97_200);
	expect(await thePlan(plan.id)).toMatchObject({ productId: "shared-business" });
});

/** A holder whose plan is invoiced for its next month, with that invoice. */
async function anInvoicedHolder() {
	const holder = await aHolder({ expiresAt: now + 5 * DAY });
	const { user } = holder;
	const invoice = () => runDue(holder, ({ renewals }) => renewals.invoices.queueDue("all"));
	await invoice();
	now += MINUTE;
	const invoicesOf = async () =>
		(await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, user.id)))).toSorted((a, b) =>
			a.number < b.number ? -1 : 1,
		);
	return { ...holder, invoice, invoicesOf, renewal: (await invoicesOf())[0] as Invoice };
}

test("an unpaid automatic renewal leaves its invoice for a smaller plan, and is invoiced at the new price", async () => {
	const { agree, orders, plan, invoice, invoicesOf, renewal } = await anInvoicedHolder();
	expect(renewal).toMatchObject({ state: "open", subtotal: 420_000 });
	const { orderId } = await agree("shared-starter");
	expect((await invoicesOf()).map(({ state }) => state)).toEqual(["void", "paid"]);
	now += MINUTE;
	for (const { id } of await work(orderId)) await orders.runJob(id);
	expect(await thePlan(plan.id)).toMatchObject({ productId: "shared-starter", expiresAt: plan.expiresAt });
	await invoice();
	const [, , next, ...more] = await invoicesOf();
	expect(next).toMatchObject({ state: "open", subtotal: 280_000, dueAt: plan.expiresAt });
	expect(more).toEqual([]);
});

test("an unpaid automatic renewal is invoiced again if the change to a larger plan is not paid", async () => {
	const holder = await anInvoicedHolder();
	const { agree, planChanges, invoice, invoicesOf, plan, user } = holder;
	const owner = { userId: user.id };
	expect(await planChanges.options(owner, plan.id)).toMatchObject({ replaced: {}, pendingOrder: undefined });
	await agree("shared-pro");
	await invoice();
	expect(
		(await invoicesOf()).map(({ state }) => state),
		"not while the change waits",
	).toEqual(["void", "open"]);
	now += DAY + HOUR;
	await runDue(holder, ({ orders }) => orders.queueUnpaid("all"));
	now += 6 * HOUR;
	await invoice();
	const all = await invoicesOf();
	expect(all.map(({ state, subtotal }) => [state, subtotal])).toEqual([
		["void", 420_000],
		["void", expect.any(Number)],
		["open", 420_000],
	]);
});

test("a plan whose renewal is being paid can't be changed, and its invoice stays as it is", async () => {
	const { planChanges, payments, customer, owner, plan, anInput, invoicesOf, renewal } = await anInvoicedHolder();
	const input = await anInput("shared-starter");
	await payments.start(customer, renewal.id, { method: "mpesa", phone: aPhone() });
	const refused = await planChanges.agree(customer, owner, input);
	expect(refused).toMatchObject({ ok: false, error: { code: "under_way" } });
	expect((await planChanges.options(owner, plan.id))?.pendingOrder).toMatchObject({ number: renewal.number });
	expect(await invoicesOf()).toEqual([renewal]);
});

test("a change that is ordered while the payment of the renewal begins is refused", async () => {
	const { payments, customer, owner, plan, anInput, invoicesOf, renewal } = await anInvoicedHolder();
	const input = await anInput("shared-starter");
	const pay = () => payments.start(customer, renewal.id, { method: "mpesa", phone: aPhone() });
	const { planChanges } = testServices({ clock: () => now, db: runBeforeCommit(db, pay) });
	expect(await planChanges.agree(customer, owner, input)).toMatchObject({ error: { code: "changed_meanwhile" } });
	expect(await invoicesOf()).toEqual([renewal]);
	expect(await thePlan(plan.id)).toMatchObject({ changeOrderId: null });
});

test("only its owner can see the possible changes of a plan or order one", async () => {
	const { planChanges, plan, anInput } = await aHolder();
	const stranger = await aHolder();
	const input = await anInput("shared-pro");
	expect(await planChanges.options(stranger.owner, plan.id)).toBeUndefined();
	expect(await planChanges.agree(stranger.customer, stranger.owner, input)).toMatchObject({
		ok: false,
		error: { kind: "not_found" },
	});
	expect(await planChanges.options({ sessionHash: "0".repeat(64) }, plan.id)).toBeUndefined();
	expect((await thePlan(plan.id)).changeOrderId).toBeNull();
});

test("a plan that changes owner between reading and writing is not changed", async () => {
	const { customer, owner, plan, anInput } = await aHolder();
	const heir = await aConfirmedOwner();
	const handOver = env.DB.prepare("update hosting_plans set user_id = ? where id = ?").bind(heir.user.id, plan.id);
	const { planChanges } = testServices({ clock: () => now, db: runBeforeCommit(db, () => handOver.run()) });
	expect((await planChanges.agree(customer, owner, await anInput("shared-pro"))).ok).toBe(false);
	expect(await thePlan(plan.id)).toMatchObject({ userId: heir.user.id, changeOrderId: null });
});

test("the session, the possible changes and open orders of a plan are read in one round trip", async () => {
	const { plan, cookie } = await aHolder();
	const services = testServices({ clock: () => now });
	const { customer, owner } = services.sessions.viewer({ cookie });
	if (!owner) throw new Error("not signed in");
	await Promise.all([customer(), services.planChanges.options(owner, plan.id)]);
	await Promise.all([services.planChanges.options(owner, plan.id), services.hosting.find(owner, plan.id)]);
	expect(services.db.roundTrips).toBe(2);
});

test("a plan of another ladder, term or name is refused", async () => {
	const { planChanges, customer, owner, plan } = await aHolder();
	for (const to of ["shared-business", "web-premium", "vps-starter", "constructor", "domain-registration", ""]) {
		const input = { planId: plan.id, to, total: 0, credit: 0, key: randomToken() };
		expect([to, await planChanges.agree(customer, owner, input)]).toMatchObject([
			to,
			{ ok: false, error: { kind: "invalid", fields: { to: expect.any(String) } } },
		]);
	}
});
