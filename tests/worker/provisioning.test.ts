import { env } from "cloudflare:workers";
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { change } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import {
	domains,
	hostingPlans,
	jobs,
	notifications,
	orderLines,
	outbox,
	sandboxPanelAccounts,
	sandboxRegistry,
} from "~/db/schema";
import { deletePanelAccount, plansEnded } from "~/features/hosting/hosting-changes.server";
import { orderView } from "~/features/orders/order-view";
import { kenya } from "~/lib/dates";
import { formatMoney, kes } from "~/lib/money";
import type { Op, Registrar } from "~/platform/registrar/registrar";
import { createSandboxRegistrar } from "~/platform/registrar/sandbox";
import type { Services } from "~/services.server";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { flakyD1 } from "../support/flaky-d1";
import { aPanel, panelDomain, thePlan } from "../support/hosting";
import { aName, anOrder, aPendingPayment, contact, quietServices, registration, thePayment } from "../support/orders";
import { writeRows } from "../support/rows";
import { withNote, withTexts } from "../support/stored-texts";

const db = createDatabase(env.DB);
const SECOND = 1_000;
const MINUTE = 60_000;
const aPlanItem = { key: "h", productId: "shared-business", term: "annual", quantity: 1 } as const;

async function aPaidOrder(services: Services, options: Parameters<typeof aPendingPayment>[1] = {}) {
	const order = await aPendingPayment(services, options);
	await services.sandbox?.answer(order.ref, "approve");
	return { ...order, jobs: await jobsOf(order.orderId) };
}

const jobsOf = async (orderId: string) =>
	(await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)))).map(withNote);
const orderOf = (services: Services, { user, orderId }: { user: { id: string }; orderId: string }) =>
	services.orders.find({ userId: user.id }, orderId);
const domainOf = async (name: string) =>
	(await db.read(db.orm.select().from(domains).where(eq(domains.name, name))))[0];
const mailsTo = async (userId: string) =>
	(await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, userId))))
		.map(({ kind }) => kind)
		.filter((kind) => kind.startsWith("mail."))
		.sort();

/** A registrar with these answers that counts its calls. */
function aRegistrar(answer: (call: number) => Op | Error, op: (call: number) => Op | undefined = () => undefined) {
	const calls = { register: 0, op: 0 };
	const sandbox = createSandboxRegistrar({ db, clock: Date.now });
	const registrar: Registrar = {
		...sandbox,
		async register() {
			const given = answer(++calls.register);
			if (given instanceof Error) throw given;
			return given;
		},
		async op() {
			return op(++calls.op);
		},
	};
	return { registrar, calls };
}

function movingClock() {
	let now = Date.now();
	return { clock: () => now, pass: (ms: number) => (now += ms) };
}

test("a paid name is being set up, and active after its job ran", async () => {
	const services = quietServices();
	const name = aName("com");
	const order = await aPaidOrder(services, { items: [registration(name, 2)] });
	expect(await domainOf(name)).toMatchObject({ status: "pending", userId: order.user.id });
	expect(order.jobs).toMatchObject([{ kind: "register_domain", state: "queued" }]);

	await services.orders.runJob(order.jobs[0]?.id ?? "");
	const domain = await domainOf(name);
	expect(domain?.status).toBe("active");
	const found = await orderOf(services, order);
	expect(found && orderView(found, Date.now(), kenya).lines[0]?.link).toEqual({
		text: "Open the domain",
		href: `/dashboard/domains/${domain?.id}`,
	});
	expect(new Date(domain?.expiresAt ?? 0).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 2);
	expect((await orderOf(services, order))?.order.state).toBe("fulfilled");
	expect(await mailsTo(order.user.id)).toEqual(["mail.domain-active", "mail.receipt"]);
});

test("the street and town from the checkout reach the registry and the domain's contacts", async () => {
	const services = quietServices();
	const [name, moved] = [aName(), `taken-${aName("com")}`];
	const transfer = { key: moved, productId: "domain-transfer", domain: moved, quantity: 1, authCode: "right-code" };
	const order = await aPaidOrder(services, { items: [registration(name), transfer] });
	for (const { id } of order.jobs) await services.orders.runJob(id);
	const registrant = { ...contact, organisation: null };
	const atRegistry = await db.read(
		db.orm
			.select()
			.from(sandboxRegistry)
			.where(inArray(sandboxRegistry.name, [name, moved])),
	);
	expect(atRegistry.map(({ contacts }) => contacts?.registrant)).toEqual([registrant, registrant]);
	for (const one of [name, moved])
		expect((await domainOf(one))?.contacts).toEqual({ registrant, admin: null, tech: null });
});

test("an order is fulfilled when its last line is done, in any sequence", async () => {
	const services = quietServices();
	const hosting = { key: "h", productId: "shared-business", term: "annual" as const, quantity: 1 };
	const order = await aPaidOrder(services, { items: [registration(), hosting] });
	expect(order.jobs.map(({ kind }) => kind).sort()).toEqual(["create_hosting", "register_domain"]);
	const [first, second] = order.jobs;
	await services.orders.runJob(first?.id ?? "");
	expect((await orderOf(services, order))?.order.state).toBe("paid");
	await services.orders.runJob(second?.id ?? "");
	expect((await orderOf(services, order))?.order.state).toBe("fulfilled");
	const [plan] = await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, order.user.id)));
	expect(plan).toMatchObject({ status: "active", termMonths: 12, ip: expect.any(String), name: "Business Hosting" });
});

test("the panel gets the plan's sizes, and the domain that is bought with it counts", async () => {
	const services = quietServices();
	const name = aName();
	const hosting = { key: "h", productId: "shared-starter", term: "annual" as const, quantity: 1 };
	const order = await aPaidOrder(services, { items: [registration(name), hosting] });
	for (const { id } of order.jobs) await services.orders.runJob(id);
	const [plan] = await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, order.user.id)));
	const sizes = {
		disk: { used: 0, total: 50, unit: "GB" },
		domains: { used: 1, total: 1 },
		emailAccounts: { used: 0, total: 25 },
	};
	expect(plan).toMatchObject({ domain: name, resources: sizes });
	const [account] = await db.read(
		db.orm
			.select()
			.from(sandboxPanelAccounts)
			.where(eq(sandboxPanelAccounts.account, plan?.id ?? "")),
	);
	expect(account).toMatchObject({ plan: "shared-starter", resources: sizes });
});

/** Ends the order's plan as closing the account does, with the event that deletes the panel account. */
async function endPlans(services: Services, userId: string) {
	const plans = await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, userId)));
	const now = Date.now();
	await db.commit(change(plansEnded(db, userId, now), ...plans.map(({ id }) => deletePanelAccount(id, userId))), now);
	for (const { id } of plans) expect(await services.hosting.deleteAccount(id)).toEqual({ state: "done" });
	return plans[0]?.id ?? "";
}

test("a plan that ended before it was set up gets no panel account, and what was paid becomes credit", async () => {
	const services = quietServices();
	const order = await aPaidOrder(services, { items: [aPlanItem] });
	const planId = await endPlans(services, order.user.id);
	await services.orders.runJob(order.jobs[0]?.id ?? "");
	expect(await panelDomain(planId)).toBeUndefined();
	const [job] = await jobsOf(order.orderId);
	const received = kes(Math.floor(order.quote.total.amount / 100));
	expect(job).toMatchObject({
		state: "done",
		note: { reason: { code: "ended_before_set_up", name: "Business Hosting" }, credit: received },
		message: `Business Hosting ended before it was set up. We added ${formatMoney(received)} to your credit. You can use it to pay your next invoice.`,
	});
	expect(await thePlan(planId)).toMatchObject({ status: "terminated" });
});

test("a plan that ends while the panel creates its account keeps no panel account", async () => {
	const time = movingClock();
	const { panel } = aPanel();
	const during: { run?: () => Promise<unknown> } = {};
	const services = quietServices({
		clock: time.clock,
		hostingPanel: {
			...panel,
			async create(account) {
				await during.run?.();
				return panel.create(account);
			},
		},
	});
	const order = await aPaidOrder(services, { items: [aPlanItem] });
	const ended = { id: "" };
	during.run = async () => {
		ended.id = await endPlans(services, order.user.id);
	};
	await services.orders.runJob(order.jobs[0]?.id ?? "");
	time.pass(2 * MINUTE);
	await services.orders.sweepJobs();
	expect(await panelDomain(ended.id)).toBeUndefined();
	expect(await jobsOf(order.orderId)).toMatchObject([
		{ state: "done", note: { reason: { code: "ended_before_set_up" } } },
	]);
	expect(await thePlan(ended.id)).toMatchObject({ status: "terminated" });
});

test("the name of a new plan gets its certificate, and another account's name does not", async () => {
	const services = quietServices();
	const name = aName();
	const hosting = { key: "h", productId: "shared-business", term: "annual" as const, quantity: 1, domain: name };
	const order = await aPaidOrder(services, { items: [registration(name), hosting] });
	const other = await aPaidOrder(services, { items: [registration()] });
	for (const { id } of [...order.jobs, ...other.jobs]) await services.orders.runJob(id);
	await services.planDomains.connectHeldDomains("recent");
	expect(await domainOf(name)).toMatchObject({ status: "active", ssl: true });
	const [bare] = await db.read(db.orm.select().from(domains).where(eq(domains.userId, other.user.id)));
	expect(bare).toMatchObject({ status: "active", ssl: false });
});

test("a job that is delivered five times at the same time runs once", async () => {
	const { registrar, calls } = aRegistrar(() => ({ ref: "r", state: "succeeded", expiry: Date.now() }));
	const services = quietServices({ registrar });
	const order = await aPaidOrder(services);
	const id = order.jobs[0]?.id ?? "";
	await Promise.all(Array.from({ length: 5 }, () => services.orders.runJob(id)));
	await services.orders.runJob(id);
	expect(calls.register).toBe(1);
	expect(await mailsTo(order.user.id)).toEqual(["mail.domain-active", "mail.receipt"]);
});

test("a registration that the registry refuses becomes credit, once, and its row ends", async () => {
	const services = quietServices();
	const name = aName();
	const order = await aPaidOrder(services, { items: [registration(name)] });
	const now = Date.now();
	await writeRows(db, [
		db.orm
			.insert(sandboxRegistry)
			.values({ name, state: "registered", authCode: "x", nameservers: [], expiresAt: now, createdAt: now }),
	]);
	const id = order.jobs[0]?.id ?? "";
	await Promise.all([services.orders.runJob(id), services.orders.runJob(id)]);
	await services.orders.runJob(id);
	const [job] = await jobsOf(order.orderId);
	// M-Pesa takes whole shillings.
	const received = kes(Math.floor(order.quote.total.amount / 100));
	const sum = formatMoney(received);
	expect(job).toMatchObject({
		state: "done",
		note: { reason: { code: "registered_by_other", name }, credit: received },
		message: `Someone else registered ${name} before your payment reached us. We added ${sum} to your credit. You can use it to pay your next invoice.`,
	});
	expect(await services.payments.credit.balances({ userId: order.user.id })).toEqual([received]);
	expect(await domainOf(name)).toMatchObject({ status: "released" });
	expect((await orderOf(services, order))?.order.state).toBe("fulfilled");
	expect((await mailsTo(order.user.id)).filter((kind) => kind === "mail.order-line-returned")).toHaveLength(1);
	const notices = await db.read(db.orm.select().from(notifications).where(eq(notifications.userId, order.user.id)));
	expect(notices.map(withTexts)).toContainEqual(
		expect.objectContaining({ title: `${name}: ${sum} added to your credit`, href: `/orders/${order.orderId}` }),
	);
});

test("a free domain that the registry refuses counts as paid for its plan again", async () => {
	const services = quietServices();
	const name = aName("com");
	const plan = { key: "shared-pro", productId: "shared-pro", term: "annual" as const, quantity: 1 };
	const order = await aPaidOrder(services, { items: [plan, registration(name)] });
	const bought = async () =>
		(await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, order.user.id))))[0];
	const before = await bought();
	expect(before?.paid).toBeLessThan(before?.price ?? 0);
	const now = Date.now();
	await writeRows(db, [
		db.orm
			.insert(sandboxRegistry)
			.values({ name, state: "registered", authCode: "x", nameservers: [], expiresAt: now, createdAt: now }),
	]);
	const job = order.jobs.find(({ kind }) => kind === "register_domain")?.id ?? "";
	await Promise.all([services.orders.runJob(job), services.orders.runJob(job)]);
	await services.orders.runJob(job);
	const after = await bought();
	expect(after?.paid).toBe(after?.price);
	const lines = await db.read(db.orm.select().from(orderLines).where(eq(orderLines.orderId, order.orderId)));
	expect(lines.filter(({ details }) => details.freeDomain !== undefined)).toEqual([]);
});

test("a registry that can't be reached is tried again later, and then succeeds", async () => {
	const { clock, pass } = movingClock();
	const { registrar } = aRegistrar((call) =>
		call < 3 ? new Error("connect timeout") : { ref: "r", state: "succeeded", expiry: clock() + MINUTE },
	);
	const services = quietServices({ registrar, clock });
	const order = await aPaidOrder(services);
	const id = order.jobs[0]?.id ?? "";
	await services.orders.runJob(id);
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "queued", attempts: 1, lastError: "connect timeout" }]);
	// Too early, so nothing happens.
	await services.orders.runJob(id);
	expect(await jobsOf(order.orderId)).toMatchObject([{ attempts: 1 }]);
	pass(11 * SECOND);
	await services.orders.runJob(id);
	pass(31 * SECOND);
	await services.orders.sweepJobs();
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "done", lastError: null }]);
});

test("after ten failures staff take over, and the customer gets a message", async () => {
	const { clock, pass } = movingClock();
	const { registrar, calls } = aRegistrar(() => new Error("connect timeout"));
	const services = quietServices({ registrar, clock });
	const order = await aPaidOrder(services);
	for (let run = 0; run < 12; run += 1) {
		await services.orders.runJob(order.jobs[0]?.id ?? "");
		pass(3 * 60 * MINUTE);
	}
	expect(calls.register).toBe(10);
	expect(await jobsOf(order.orderId)).toMatchObject([
		{ state: "failed", message: expect.stringContaining("Our team is working on it") },
	]);
	expect(await mailsTo(order.user.id)).toContain("mail.order-problem");
});

test("pending work is checked again, as often as it needs", async () => {
	const { clock, pass } = movingClock();
	const { registrar, calls } = aRegistrar(
		() => ({ ref: "slow", state: "pending" }),
		(call) =>
			call < 15 ? { ref: "slow", state: "in_progress" } : { ref: "slow", state: "succeeded", expiry: clock() },
	);
	const services = quietServices({ registrar, clock });
	const order = await aPaidOrder(services);
	for (let run = 0; run < 16; run += 1) {
		await services.orders.runJob(order.jobs[0]?.id ?? "");
		pass(31 * MINUTE);
	}
	expect(calls).toEqual({ register: 1, op: 15 });
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "done" }]);
});

test("a run that crashed halfway is resumed by the sweep", async () => {
	const { clock, pass } = movingClock();
	const services = quietServices({ clock });
	const order = await aPaidOrder(services);
	const dead = { state: "running" as const, attempts: 1, leaseUntil: clock() + 90 * SECOND };
	await writeRows(db, [db.orm.update(jobs).set(dead).where(eq(jobs.orderId, order.orderId))]);
	await services.orders.sweepJobs();
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "running" }]);
	pass(91 * SECOND);
	await services.orders.sweepJobs();
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "done" }]);
});

test("the sweep runs jobs until none is due or its time is over", async () => {
	const { clock, pass } = movingClock();
	const services = quietServices({ clock });
	const { orderId } = await aPaidOrder(services);
	// More than one page.
	const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)";
	await env.DB.batch([
		env.DB.prepare(
			`${numbers} insert into order_lines (id, order_id, position, product_id, kind, name, quantity, unit_amount, amount, details)
				select 'lin_many' || i, order_id, i, product_id, 'addon', name, 1, 0, 0, '{}' from order_lines, n where order_id = ?`,
		).bind(orderId),
		env.DB.prepare(
			`${numbers} insert into jobs (id, order_id, order_line_id, user_id, kind, state, payload, next_at, created_at, updated_at)
				select 'job_many' || i, order_id, 'lin_many' || i, user_id, 'activate_addon', 'queued', '{}', ?2, ?2, ?2
				from jobs, n where order_id = ?1`,
		).bind(orderId, clock()),
	]);
	const started = async () =>
		(await env.DB.prepare("select count(*) as n from jobs where id like 'job_many%' and attempts > 0").first("n")) ?? 0;
	pass(SECOND);
	const checks = [false, false, false, false, false];
	expect(await services.orders.sweepJobs(() => checks.pop() ?? true)).toBe(5);
	await services.orders.sweepJobs();
	expect(await started()).toBe(60);
});

test("overlapping sweeps register once", async () => {
	const { registrar, calls } = aRegistrar(() => ({ ref: "r", state: "succeeded", expiry: Date.now() }));
	const services = quietServices({ registrar });
	const order = await aPaidOrder(services);
	const before = calls.register;
	await Promise.all([services.orders.sweepJobs(), services.orders.sweepJobs(), services.orders.sweepJobs()]);
	expect(calls.register - before).toBeGreaterThan(0);
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "done", attempts: 1 }]);
});

test("a job whose batches fail before or after their commit registers once and ends", {
	timeout: 60_000,
}, async () => {
	for (const when of ["before", "after"] as const) {
		for (let broken = 1; broken <= 4; broken += 1) {
			const base = quietServices();
			const name = aName();
			const order = await aPaidOrder(base, { items: [registration(name)] });
			const d1 = flakyD1(env.DB, (batch) => (batch === broken ? when : null));
			const services = quietServices({
				db: createDatabase(d1),
				registrar: createSandboxRegistrar({ db, clock: Date.now }),
			});
			await services.orders.runJob(order.jobs[0]?.id ?? "");
			expect([when, broken, (await domainOf(name))?.status]).toEqual([when, broken, "active"]);
			expect((await mailsTo(order.user.id)).filter((kind) => kind === "mail.domain-active")).toHaveLength(1);
		}
	}
});

test("hardware waits to be packed, and no problem is reported", async () => {
	const services = quietServices();
	const item = { key: "p", productId: "hardware-pos-terminal", term: "once" as const, quantity: 2 };
	const order = await aPaidOrder(services, { items: [item] });
	await services.orders.runJob(order.jobs[0]?.id ?? "");
	expect(await jobsOf(order.orderId)).toMatchObject([{ kind: "ship_hardware", state: "action_required" }]);
	const found = await services.orders.find({ userId: order.user.id }, order.orderId);
	expect(found && orderView(found, Date.now(), kenya).deliveredTo).toBe(
		[contact.address, contact.city, contact.phone].join(", "),
	);
	expect(await mailsTo(order.user.id)).toEqual(["mail.receipt"]);
});

test("a transfer deletes its authorization code when it is done", async () => {
	const { clock, pass } = movingClock();
	const services = quietServices({ clock });
	const item = {
		key: "t",
		productId: "domain-transfer",
		domain: `taken-${aName("com")}`,
		quantity: 1,
		authCode: "secret-code-1",
	};
	const order = await aPaidOrder(services, { items: [item] });
	expect(await domainOf(item.domain)).toMatchObject({ status: "transfer_in" });
	for (let run = 0; run < 3; run += 1) {
		await services.orders.runJob(order.jobs[0]?.id ?? "");
		pass(5 * MINUTE);
	}
	expect(await jobsOf(order.orderId)).toMatchObject([{ state: "done" }]);
	expect(await domainOf(item.domain)).toMatchObject({ status: "active" });
	const lines = await db.read(db.orm.select().from(orderLines).where(eq(orderLines.orderId, order.orderId)));
	expect(JSON.stringify(lines)).not.toContain("secret-code-1");
});

test("a name transferred from one customer to another by its code can't be changed by the first", async () => {
	const { clock, pass } = movingClock();
	const services = quietServices({ clock });
	const seller = await aConfirmedOwner(services);
	const name = aName("com");
	const sold = await aDomain(seller.user.id, { name });
	const { domainManagement: manage } = services;
	const own = ["ns1.example.com", "ns2.example.com"];
	await manage.setNameservers(
		seller.owner,
		sold.id,
		own.map((host) => ({ host, addresses: "" })),
	);
	await manage.unlock(seller.owner, sold.id);
	await manage.sync(sold.id);
	const code = await manage.showAuthCode(seller.owner, sold.id);
	const item = {
		key: "t",
		productId: "domain-transfer",
		domain: name,
		quantity: 1,
		authCode: code.ok ? code.value : "",
	};
	const order = await aPaidOrder(services, { items: [item] });
	for (let run = 0; run < 3; run += 1) {
		await services.orders.runJob(order.jobs[0]?.id ?? "");
		pass(5 * MINUTE);
	}

	const holders = await db.read(db.orm.select().from(domains).where(eq(domains.name, name)));
	expect(Object.fromEntries(holders.map(({ userId, status }) => [userId, status]))).toEqual({
		[seller.user.id]: "released",
		[order.user.id]: "active",
	});
	const bought = holders.find(({ userId }) => userId === order.user.id);
	expect(bought).toMatchObject({ nameservers: own, locked: false });
	const owner = { ...seller.owner, confirmedFrom: 0 };
	expect(await manage.showAuthCode(owner, sold.id)).toMatchObject({ ok: false });
	expect(await manage.deleteDomain(owner, sold.id, name)).toMatchObject({ ok: false });
	// Jobs of the first holder that were still in progress.
	await manage.sync(sold.id);
	expect(await services.registrar.lookUp(name)).toMatchObject({ name });
	expect(await mailsTo(seller.user.id)).toContain("mail.domain-changed");
	const told = await db.read(db.orm.select().from(notifications).where(eq(notifications.userId, seller.user.id)));
	expect(told.map((row) => withTexts(row).title)).toContain(`${name} was moved to another account`);
});

test("a name that its customer deleted and registers again starts empty", async () => {
	const services = quietServices();
	const { user, owner } = await aConfirmedOwner(services);
	const name = aName();
	const given = await aDomain(user.id, { name, locked: false, nameservers: ["ns1.example.com", "ns2.example.com"] });
	await services.domainManagement.deleteDomain(owner, given.id, name);
	await services.domainManagement.sync(given.id);
	const customer = { id: user.id, email: user.email, currency: "KES" as const };
	const order = await aPaidOrder(services, { items: [registration(name)], customer });
	await services.orders.runJob(order.jobs[0]?.id ?? "");
	const facts = await services.registrar.lookUp(name);
	expect(await domainOf(name)).toMatchObject({
		...{ id: given.id, status: "active", autoRenew: true, locked: facts?.locked, nameservers: facts?.nameservers },
	});
});

test("unfinished work for a deleted domain changes nothing for its new holder", async () => {
	const services = quietServices();
	const { domainManagement: manage, dns } = services;
	const former = await aConfirmedOwner(services);
	const name = aName();
	const given = await aDomain(former.user.id, { name });
	await manage.deleteDomain(former.owner, given.id, name);
	await manage.sync(given.id);
	expect(await services.registrar.lookUp(name)).toBeUndefined();

	const order = await aPaidOrder(services, { items: [registration(name)] });
	await services.orders.runJob(order.jobs[0]?.id ?? "");
	const bought = (await db.read(db.orm.select().from(domains).where(eq(domains.userId, order.user.id))))[0];
	expect(bought?.status).toBe("active");
	await dns.publish(bought?.id ?? "");
	// Again, late: a queue may deliver a message twice, and an earlier change may wait for the registry.
	await manage.sync(given.id);
	await dns.publish(given.id);
	expect(await services.registrar.lookUp(name)).toMatchObject({ name });
	const zones = await env.DB.prepare("select count(*) as zones from sandbox_zones where name = ?").bind(name).first();
	expect(zones).toEqual({ zones: 1 });
});

test("a premium name without an agreed price is not registered at the list price, in either currency", async () => {
	const answering = createSandboxRegistrar({ db, clock: Date.now });
	const registrar: Registrar = {
		...answering,
		async *check(names) {
			yield* names.map((name) => ({ name, state: "unknown" as const, source: "test", checkedAt: Date.now() }));
		},
	};
	const services = quietServices({ registrar });
	for (const currency of ["KES", "USD"] as const) {
		const name = `premium${aName("com")}`;
		const order = await anOrder(services, { items: [registration(name)], currency });
		const paid = await services.payments.start(order.user, order.invoiceId, { method: "card" });
		const { providerRef } = await thePayment(paid.ok ? paid.value.paymentId : "");
		await services.sandbox?.answer(providerRef ?? "", "approve");
		const [job] = await jobsOf(order.orderId);
		await services.orders.runJob(job?.id ?? "");
		expect(await services.registrar.lookUp(name), currency).toBeUndefined();
		expect((await jobsOf(order.orderId))[0], currency).toMatchObject({
			state: "done",
			message: expect.stringContaining(`${name} costs more at its registry`),
		});
	}
});
