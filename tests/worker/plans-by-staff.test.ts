import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { hostingPlans, invoices, jobs, outbox } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { todayView } from "~/features/desk/today-view";
import { planRow } from "~/features/hosting/plan-row";
import { queueSchema } from "~/features/problems/queue.schema";
import { kenya } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { expectConsoleError } from "../support/fail-on-console";
import { aPlan, panelUpdate, thePlan } from "../support/hosting";
import { aPendingPayment, aPhone, quietServices, thePayment } from "../support/orders";
import { runDue } from "../support/schedule";
import { aSignedInMember } from "../support/staff";
import { whmPanel } from "../support/whm";

const db = createDatabase(env.DB);

/** A shop whose plans are on a WHM server that has packages for all of them. */
function aShop() {
	const packages = ["vps-starter", "vps-business", "reseller-starter", "reseller-business"];
	const { panel, whm } = whmPanel([{ packages }]);
	return { whm, services: quietServices({ hostingPanel: panel }) };
}

/** A customer with a virtual server that staff run. */
async function aServer(fields: Partial<typeof hostingPlans.$inferInsert> = {}) {
	const shop = aShop();
	const { user, cookie, owner } = await aConfirmedOwner(shop.services);
	const customer = (await shop.services.sessions.viewer({ cookie }).customer()) as Customer;
	const plan = await aPlan(user.id, { productId: "vps-starter", name: "Starter VPS", price: 180_000, ...fields });
	return { ...shop, user, owner, customer, plan };
}

/** The customer's only job. */
const jobOf = async (userId: string) => {
	const [job] = await db.read(db.orm.select().from(jobs).where(eq(jobs.userId, userId)));
	if (!job) throw new Error(`no job of ${userId}`);
	return job;
};

const mails = async (userId: string) =>
	(await db.read(db.orm.select({ kind: outbox.kind }).from(outbox).where(eq(outbox.userId, userId))))
		.map(({ kind }) => kind)
		.filter((kind) => kind.startsWith("mail."));

const complete = async ({ services }: ReturnType<typeof aShop>, jobId: string, ip?: string) =>
	services.orders.completeJob(jobId, { ip, reason: "Set up" }, (await aSignedInMember(["support"])).session);

test.each(["vps-starter", "reseller-starter"])("staff set up a paid %s, and no panel does", async (productId) => {
	const shop = aShop();
	const items = [{ key: "h", productId, term: "monthly", quantity: 1 } as const];
	const order = await aPendingPayment(shop.services, { items });
	await shop.services.sandbox?.answer(order.ref, "approve");
	const { id } = await jobOf(order.user.id);
	await shop.services.orders.runJob(id);
	expect(await jobOf(order.user.id)).toMatchObject({
		...{ state: "action_required", needs: null, note: { reason: { code: "set_up_by_hand" } } },
	});
	expect(shop.whm.accounts.size).toBe(0);
	const { session, member } = await aSignedInMember(["support"]);
	const queue = await shop.services.today.queue(session, queueSchema.parse({}));
	const row = queue.items.find(({ key }) => key === `job:${id}`);
	expect(row && todayView(row, { id: member.id, now: Date.now(), may: () => true })).toMatchObject({
		title: expect.stringMatching(/^Set up .*(VPS|Reseller)/),
		firstStep: "Do it, then complete it here.",
		actions: [{ intent: "complete-job" }],
	});
	expect(await mails(order.user.id)).not.toContain("mail.order-problem");
	expect(await complete(shop, id, "192.0.2.77")).toMatchObject({ ok: true });
	const ofUser = db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, order.user.id));
	const [plan] = await db.read(ofUser);
	expect(plan).toMatchObject({ productId, status: "active", ip: "192.0.2.77" });
	expect(plan && planRow(plan, Date.now(), kenya).bars, "no figures that no one measures").toEqual([]);
	expect(await mails(order.user.id)).toContain("mail.hosting-ready");
});

test("staff change a virtual server to a larger one before the customer reads that it is done", async () => {
	const shop = await aServer();
	const { services, plan, owner, customer, user } = shop;
	const options = await services.planChanges.options(owner, plan.id);
	const quote = options?.alternatives.find(({ product }) => product.id === "vps-business")?.quote;
	if (!quote?.ok) throw new Error("no quote");
	const amounts = { total: quote.value.total.amount, credit: quote.value.credit.amount };
	const input = { planId: plan.id, to: "vps-business", ...amounts, key: randomToken() };
	const agreed = await services.planChanges.agree(customer, owner, input);
	if (!agreed.ok) throw new Error(agreed.error.message);
	const payment = { method: "mpesa", phone: aPhone() } as const;
	const started = await services.payments.start(customer, agreed.value.invoiceId, payment);
	if (!started.ok) throw new Error(started.error.message);
	await services.sandbox?.answer((await thePayment(started.value.paymentId)).providerRef ?? "", "approve");
	await services.orders.sweepJobs();
	const job = await jobOf(user.id);
	expect(job).toMatchObject({ state: "action_required", note: { reason: { code: "change_by_hand" } } });
	expect(await thePlan(plan.id)).toMatchObject({ productId: "vps-starter" });
	expect(await complete(shop, job.id)).toMatchObject({ ok: true });
	expect(await thePlan(plan.id)).toMatchObject({ productId: "vps-business" });
});

test("suspending, resuming and deleting a virtual server is work of staff, and never counts as done", async () => {
	const { services, plan } = await aServer();
	const set = (status: "suspended" | "active" | "terminated") =>
		db.orm.update(hostingPlans).set({ status }).where(eq(hostingPlans.id, plan.id));
	const refused = (task: string) => ({ state: "refused", reason: expect.stringContaining(`by hand: ${task}`) });
	await set("suspended");
	expect(await services.hosting.updateAccount(plan.id)).toEqual(refused("suspend it"));
	await set("active");
	expect(await services.hosting.updateAccount(plan.id)).toEqual(refused("resume it"));
	await set("terminated");
	expect(await services.hosting.deleteAccount(plan.id)).toEqual(refused("make a last backup of it, then delete it"));
});

test("staff resume a suspended virtual server that is paid, once", async () => {
	const shop = await aServer({ expiresAt: Date.now() + 5 * DAY });
	const { services, plan, user, customer } = shop;
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	const unpaid = { status: "suspended", keptUntil: Date.now() + 20 * DAY } as const;
	await db.orm.update(hostingPlans).set(unpaid).where(eq(hostingPlans.id, plan.id));
	const [invoice] = await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, user.id)));
	const payment = { method: "mpesa", phone: aPhone() } as const;
	const started = await services.payments.start(customer, invoice?.id ?? "", payment);
	if (!started.ok) throw new Error(started.error.message);
	await services.sandbox?.answer((await thePayment(started.value.paymentId)).providerRef ?? "", "approve");
	await services.orders.sweepJobs();
	const job = await jobOf(user.id);
	expect(job).toMatchObject({ state: "action_required", note: { reason: { code: "resumed_by_hand" } } });
	expect(await complete(shop, job.id)).toMatchObject({ ok: true });
	expect(await thePlan(plan.id)).toMatchObject({ status: "active", keptUntil: null });
	const again = and(eq(outbox.userId, user.id), eq(outbox.kind, "hosting.update-account"));
	expect(await db.read(db.orm.select().from(outbox).where(again))).toEqual([]);
});

test("a virtual server whose time is over ends without a backup by the shop, and staff have to delete it", async () => {
	const keptUntil = Date.now() - DAY;
	const ended = { status: "suspended", endedReason: "Cancelled", keptUntil } as const;
	const { services, plan, user } = await aServer(ended);
	expect(await services.renewals.overduePlans.end({ id: plan.id, keptUntil })).toEqual({ state: "done" });
	expect(await thePlan(plan.id)).toMatchObject({ status: "terminated" });
	const ofPlan = and(eq(outbox.kind, "hosting.delete"), eq(outbox.userId, user.id));
	const [event] = await db.read(db.orm.select().from(outbox).where(ofPlan));
	expectConsoleError();
	await services.outbox.deliver(event?.id ?? "");
	const [after] = await db.read(db.orm.select().from(outbox).where(ofPlan));
	expect(after).toMatchObject({ state: "dead", lastError: expect.stringContaining("delete it") });
	const alert = and(eq(outbox.kind, "mail.staff-task"), sql`${outbox.payload} ->> '$.eventId' = ${event?.id}`);
	expect(await db.read(db.orm.select().from(outbox).where(alert))).toHaveLength(1);
});

test("staff are told once to set up a proven domain on a virtual server, which then counts as connected", async () => {
	const { services, plan, owner, user } = await aServer();
	const { name } = await aDomain(user.id);
	expect(await services.planDomains.choose(owner, plan.id, name)).toEqual({ ok: true, value: "pending" });
	const event = await panelUpdate(plan.id);
	await db.orm.update(outbox).set({ nextAt: 0 }).where(eq(outbox.id, event));
	expectConsoleError();
	await services.outbox.deliver(event);
	const [row] = await db.read(db.orm.select().from(outbox).where(eq(outbox.id, event)));
	expect(row).toMatchObject({ state: "dead", lastError: expect.stringContaining(`set up ${name} on it`) });
	expect(await thePlan(plan.id)).toMatchObject({ domain: name, domainPendingSince: null });
});

test("the portal offers no control panel for a plan that staff run", async () => {
	const { services, plan, owner, whm } = await aServer();
	const email = "a@example.com";
	const refused = { ok: false, error: { kind: "conflict", message: expect.stringContaining("no control panel") } };
	expect(await services.panelAccess.signInLink(owner, plan.id)).toMatchObject(refused);
	const change = { planId: plan.id, email, password: "nne 7 tembo wawili" };
	expect(await services.panelAccess.changePassword(owner, change)).toMatchObject(refused);
	expect(whm.called()).toEqual([]);
});
