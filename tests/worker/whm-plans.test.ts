import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { hostingPlans, jobs, outbox, serverAccounts } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { HOUR, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { readConfig } from "~/platform/config";
import { chooseHostingPanel } from "~/platform/hosting/choose-hosting-panel";
import type { Fault } from "../services/faults";
import { createWhmService } from "../services/whm";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aPlan, thePlan } from "../support/hosting";
import { aPendingPayment, aPhone, quietServices, thePayment } from "../support/orders";
import { whmPanel } from "../support/whm";

const db = createDatabase(env.DB);
const aPlanItem = { key: "h", productId: "shared-business", term: "annual", quantity: 1 } as const;
let now: number;

beforeEach(() => {
	now = Date.UTC(2026, 10, 23, 9);
});

const clock = () => now;

/** A shop whose plans are on a WHM server. */
function aShop(settings?: Parameters<typeof whmPanel>[0]) {
	const servers = whmPanel(settings, clock);
	return { ...servers, services: quietServices({ clock, hostingPanel: servers.panel }) };
}

/** A customer with a running plan on the server. */
async function aHolder(settings?: Parameters<typeof whmPanel>[0]) {
	const shop = aShop(settings);
	const { user, cookie, owner } = await aConfirmedOwner(shop.services);
	const customer = (await shop.services.sessions.viewer({ cookie }).customer()) as Customer;
	const resources = { disk: { used: 0, total: 100, unit: "GB" } };
	const plan = await aPlan(user.id, { resources, expiresAt: Date.UTC(2026, 11, 8, 9) }, now);
	const made = await shop.panel.create({ account: plan.id, plan: plan.productId, resources, email: user.email });
	const name = made.state === "succeeded" ? (made.ref.split("/")[1] ?? "") : "";
	const account = () => shop.whm.accounts.get(name);
	return { ...shop, user, owner, customer, plan, account };
}

async function aPaidPlan({ services }: ReturnType<typeof aShop>) {
	const order = await aPendingPayment(services, { items: [aPlanItem] });
	await services.sandbox?.answer(order.ref, "approve");
	const ofOrder = db.orm.select().from(jobs).where(eq(jobs.orderId, order.orderId));
	const job = async () => (await db.read(ofOrder))[0];
	const ofUser = db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, order.user.id));
	const plan = async () => (await db.read(ofUser))[0];
	return { ...order, job, plan };
}

const mails = async (userId: string, kind: string) =>
	(
		await db.read(
			db.orm
				.select()
				.from(outbox)
				.where(and(eq(outbox.userId, userId), eq(outbox.kind, kind))),
		)
	).length;

const faults: Fault[] = ["refuse", "error", "silent", "lost", "late"];
const everyFault = faults.flatMap((fault) => [0, 1, 2].map((position) => [fault, position] as const));

test.each(everyFault)("a paid plan gets one account if call %s of setting it up fails: %i", async (fault, position) => {
	const shop = aShop();
	const order = await aPaidPlan(shop);
	shop.whm.faultAfter(fault, position);
	await shop.services.orders.runJob((await order.job())?.id ?? "");
	await shop.whm.finishLate();
	for (let round = 0; round < 4; round += 1) {
		now += 5 * MINUTE;
		await shop.services.orders.sweepJobs();
	}
	const plan = await order.plan();
	expect(await order.job()).toMatchObject({ state: "done", externalRef: expect.stringContaining(shop.name) });
	expect(plan).toMatchObject({ status: "active", ip: "192.0.2.20" });
	expect([...shop.whm.accounts.values()]).toMatchObject([{ plan: "shared-business", email: "amina@example.com" }]);
	expect(await mails(order.user.id, "mail.hosting-ready")).toBe(1);
});

test("a server without the plan's package leaves the job to staff, with what to create", async () => {
	const shop = aShop([{ packages: [] }]);
	const order = await aPaidPlan(shop);
	const job = await order.job();
	await shop.services.orders.runJob(job?.id ?? "");
	expect(await order.job()).toMatchObject({
		state: "action_required",
		lastError: expect.stringMatching(/does not exist\. To create it by hand: on web\d+, as h\w{7}, for h/),
	});
	expect(await order.plan()).toMatchObject({ status: "pending" });
});

test("a plan waits for a place while all servers are full, and is set up when there is one", async () => {
	const shop = aShop([{ capacity: 0 }]);
	const order = await aPaidPlan(shop);
	await shop.services.orders.runJob((await order.job())?.id ?? "");
	expect(await order.job()).toMatchObject({ state: "queued", lastError: expect.stringContaining("free place") });
	const larger = quietServices({ clock, hostingPanel: shop.again([{ capacity: 1 }]) });
	now += HOUR;
	await larger.orders.sweepJobs();
	expect(await order.job()).toMatchObject({ state: "done" });
});

test.each(faults)("a paid change of plan reaches the server once its call is answered again: %s", async (fault) => {
	const { services, whm, plan, customer, owner, account } = await aHolder();
	const options = await services.planChanges.options(owner, plan.id);
	const quote = options?.alternatives.find(({ product }) => product.id === "shared-pro")?.quote;
	if (!quote?.ok) throw new Error("no quote");
	const amounts = { total: quote.value.total.amount, credit: quote.value.credit.amount };
	const input = { planId: plan.id, to: "shared-pro", ...amounts, key: randomToken() };
	const agreed = await services.planChanges.agree(customer, owner, input);
	if (!agreed.ok) throw new Error(agreed.error.message);
	const payment = { method: "mpesa", phone: aPhone() } as const;
	const started = await services.payments.start(customer, agreed.value.invoiceId, payment);
	if (!started.ok) throw new Error(started.error.message);
	await services.sandbox?.answer((await thePayment(started.value.paymentId)).providerRef ?? "", "approve");
	whm.fault(fault, "changepackage");
	await services.orders.sweepJobs();
	await whm.finishLate();
	now += 5 * MINUTE;
	await services.orders.sweepJobs();
	expect(account()?.plan).toBe("shared-pro");
	expect(await thePlan(plan.id)).toMatchObject({ productId: "shared-pro", status: "active" });
});

test.each(faults)("a domain of the customer reaches the server once its call is answered again: %s", async (fault) => {
	const { services, whm, user, owner, plan, account } = await aHolder();
	const { name } = await aDomain(user.id);
	whm.fault(fault, "modifyacct");
	expect(await services.planDomains.choose(owner, plan.id, name)).toEqual({ ok: true, value: "pending" });
	await whm.finishLate();
	expect(await services.planDomains.updatePanel(plan.id)).toEqual({ state: "done" });
	expect(account()?.domain).toBe(name);
	expect(await thePlan(plan.id)).toMatchObject({ domain: name, domainPendingSince: null });
});

test("a customer signs in to cPanel by a link, and sets a password that the server accepts", async () => {
	const { services, owner, plan, account, whm } = await aHolder();
	const link = await services.panelAccess.signInLink(owner, plan.id);
	expect(link).toMatchObject({ ok: true, value: expect.stringContaining(`https://${whm.host}:2083/cpsess`) });
	const change = { planId: plan.id, email: "a@example.com" };
	const password = "nne tembo wawili";
	expect(await services.panelAccess.changePassword(owner, { ...change, password })).toMatchObject({
		ok: false,
		error: { kind: "invalid", fields: { newPassword: expect.stringContaining("stronger password") } },
	});
	expect(await services.panelAccess.changePassword(owner, { ...change, password: "nne 7 tembo wawili" })).toMatchObject(
		{
			ok: true,
		},
	);
	expect(account()?.password).toBe("nne 7 tembo wawili");
	const stored = [await db.read(db.orm.select().from(outbox)), await db.read(db.orm.select().from(serverAccounts))];
	expect(JSON.stringify(stored)).not.toContain("nne 7 tembo wawili");
});

test("the hourly task reads the usage of a server, and an opened plan its own", async () => {
	const { services, plan, account } = await aHolder();
	const found = account();
	if (!found) throw new Error("no account");
	found.diskUsed = 31 * 1024;
	await services.hostingUsage.readAll();
	expect((await thePlan(plan.id)).resources.disk).toEqual({ used: 31, total: 100, unit: "GB" });
	found.usage = { disk_usage: 40 * 1024 ** 3 };
	now += 2 * HOUR;
	await services.hostingUsage.refresh(await thePlan(plan.id));
	expect((await thePlan(plan.id)).resources.disk?.used).toBe(40);
});

test.each(faults)("an ended plan's account is removed once its call is answered again: %s", async (fault) => {
	const { services, whm, plan } = await aHolder();
	whm.fault(fault, "removeacct");
	await expect(services.hosting.deleteAccount(plan.id)).rejects.toThrow();
	await whm.finishLate();
	expect(await services.hosting.deleteAccount(plan.id)).toEqual({ state: "done" });
	expect(whm.accounts.size).toBe(0);
	const left = db.orm.select().from(serverAccounts).where(eq(serverAccounts.account, plan.id));
	expect(await db.read(left)).toEqual([]);
});

test("the servers of the configuration get the accounts, with their tokens", async () => {
	const whm = createWhmService({ host: "web1.kikoa.co.ke", token: "ABC123" });
	const config = readConfig({
		...env,
		HOSTING: "servers",
		HOSTING_SERVERS: JSON.stringify([
			{ name: "configured", host: whm.host, user: "kikoa", capacity: 5, temporaryDomain: "sites.kikoa.co.ke" },
		]),
		HOSTING_TOKENS: "configured=ABC123",
		HOSTING_KEPT_DAYS: 30,
	});
	const sandbox = () => {
		throw new Error("the sandbox is not configured");
	};
	const fetch = ((url: string, init: RequestInit) => whm.fetch(new Request(url, init))) as typeof globalThis.fetch;
	const panel = chooseHostingPanel(config, { db, clock, sandbox, fetch });
	const made = await panel.create({
		account: randomToken(),
		plan: "shared-pro",
		resources: {},
		email: "a@example.com",
	});
	expect(made).toMatchObject({ state: "succeeded", ref: expect.stringMatching(/^configured\//) });
	expect([...whm.accounts.values()]).toMatchObject([
		{ domain: expect.stringMatching(/^h\w{7}\.sites\.kikoa\.co\.ke$/) },
	]);
});
