import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import {
	addons,
	domains,
	hostingPlans,
	invoices,
	jobs,
	outbox,
	sandboxPanelAccounts,
	sandboxRegistry,
} from "~/db/schema";
import { planRow } from "~/features/hosting/plan-row";
import { kenya } from "~/lib/dates";
import { DAY, MINUTE } from "~/lib/durations";
import { aCustomer } from "../support/factories";
import { aPlan, thePlan } from "../support/hosting";
import { faultyMailer } from "../support/mail";
import { aName, quietServices, registration } from "../support/orders";
import { aPaidInvoice, creditNotesOf, invoiceOf, refund } from "../support/refunds";
import { runDue } from "../support/schedule";

const db = createDatabase(env.DB);
const monthlyPlan = { key: "h", productId: "shared-business", term: "monthly", quantity: 1 } as const;

/** A shop whose clock the test moves, and the customer of a paid order whose jobs are done. */
async function aFulfilledOrder(items: NonNullable<Parameters<typeof aPaidInvoice>[1]>["items"]) {
	const time = { now: Date.now() };
	const clock = () => time.now;
	const { mailer, delivered } = faultyMailer();
	const services = quietServices({ clock, mailer });
	const paid = await aPaidInvoice(services, { items });
	const userId = paid.user.id;
	for (const { id } of await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, paid.orderId))))
		await services.orders.runJob(id);
	return {
		...{ services, time, paid, userId, mailer: { delivered } },
		plan: async () => {
			const [row] = await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, userId)));
			if (!row) throw new Error("no plan");
			return row;
		},
		domain: async () => {
			const [row] = await db.read(db.orm.select().from(domains).where(eq(domains.userId, userId)));
			if (!row) throw new Error("no domain");
			return row;
		},
		async deliver(...kinds: readonly string[]) {
			for (const kind of kinds)
				for (const { id } of await db.read(
					db.orm
						.select()
						.from(outbox)
						.where(and(eq(outbox.userId, userId), eq(outbox.kind, kind))),
				))
					await services.outbox.deliver(id);
		},
		account: async (planId: string) =>
			(await db.read(db.orm.select().from(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, planId))))[0],
		endings: async () => (await services.refunds.invoice(paid.number))?.bought.map(({ ending }) => ending),
		notices: async () => (await services.notifications.list({ userId })).items.map(({ kind }) => kind),
	};
}

test("a refunded plan ends today if staff choose so, and its content is deleted after it was kept", async () => {
	const shop = await aFulfilledOrder([monthlyPlan]);
	const { services, paid, userId, time } = shop;
	const before = await shop.plan();
	expect(before).toMatchObject({ status: "active" });
	expect(await shop.endings()).toEqual([
		expect.stringMatching(/ ends today\. .* its content is kept until \d+ \w+ \d{4}\.$/),
	]);
	expect(await refund(services, paid.number)).toMatchObject({
		error: { kind: "invalid", fields: { services: expect.stringContaining("ends today") } },
	});
	expect(await creditNotesOf(paid.invoiceId)).toEqual([]);

	expect(await refund(services, paid.number, { services: "end", reason: "Ordered by mistake." })).toMatchObject({
		ok: true,
	});
	await shop.deliver("hosting.update-account", "mail.plan-ended");
	const ended = await shop.plan();
	expect(ended).toMatchObject({
		status: "suspended",
		endedReason: "Ordered by mistake.",
		keptUntil: time.now + 30 * DAY,
	});
	expect(await shop.account(ended.id)).toMatchObject({ suspendReason: expect.stringMatching(/^Ended on /) });
	expect(planRow(ended, time.now, kenya)).toMatchObject({
		...{ state: "terminated", unpaid: null },
		notice: { text: expect.stringMatching(/We keep its content until .* Reason: Ordered by mistake\.$/) },
	});
	expect(await shop.notices()).toContain("hosting.ended_by_staff");
	const [mail] = shop.mailer.delivered().filter(({ subject }) => subject === "Business Hosting has ended");
	expect(mail?.text).toContain("Reason: Ordered by mistake.");
	const owner = { userId };
	expect(await services.hosting.keep(owner, ended.id)).toMatchObject({ ok: false });

	await services.hosting.endCancelled();
	expect(await shop.plan(), "its content is kept").toMatchObject({ status: "suspended" });
	time.now += 30 * DAY + MINUTE;
	await services.hosting.endCancelled();
	await runDue(services, ({ renewals }) => renewals.overduePlans.queueDue("all"));
	time.now += 10 * MINUTE;
	await shop.deliver("plan.end", "hosting.delete");
	expect(await shop.plan()).toMatchObject({ status: "terminated" });
	expect(await shop.account(ended.id)).toBeUndefined();
});

test("a plan stays if staff keep it, and after a refund of a part", async () => {
	const shop = await aFulfilledOrder([monthlyPlan]);
	const { services, paid } = shop;
	expect(await refund(services, paid.number, { amount: 100_00 })).toMatchObject({ ok: true });
	expect(await refund(services, paid.number, { amount: 100_00, services: "end" })).toMatchObject({
		error: { fields: { services: "This refund can end nothing." } },
	});
	expect(await refund(services, paid.number, { services: "keep" })).toMatchObject({ ok: true });
	expect(await shop.plan()).toMatchObject({ status: "active", endedReason: null });
});

test("only the plan whose line is refunded ends", async () => {
	const shop = await aFulfilledOrder([monthlyPlan, registration(aName("com"))]);
	const { services, paid } = shop;
	const line = paid.lines.find(({ description }) => description.startsWith("Business"))?.id ?? "";
	expect(await refund(services, paid.number, { lines: [line], services: "end" })).toMatchObject({ ok: true });
	expect(await shop.plan()).toMatchObject({ status: "suspended" });
	expect(await shop.domain()).toMatchObject({ status: "active" });
});

test("a new registration is deleted at its registry, and its customer is told", async () => {
	const name = aName("com");
	const shop = await aFulfilledOrder([registration(name)]);
	const { services, paid } = shop;
	expect(await shop.endings()).toEqual([expect.stringMatching(/\.com is deleted today\. Its registry takes /)]);
	expect(await refund(services, paid.number, { services: "end" })).toMatchObject({ ok: true });
	expect(await shop.domain()).toMatchObject({ status: "released", autoRenew: false });
	await shop.deliver("domain.sync", "mail.domain-changed");
	expect(await db.read(db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, name)))).toEqual([]);
	expect(await shop.notices()).toContain("domain.taken_back");
	expect(shop.mailer.delivered().map(({ subject }) => subject)).toContain(`${name} was deleted`);
});

test.each([
	["com", 4, true],
	["com", 5, false],
	["co.ke", 0, false],
])("a name under .%s can be deleted %i days after its registration: %s", async (tld, days, canEnd) => {
	const shop = await aFulfilledOrder([registration(aName(tld))]);
	shop.time.now += days * DAY;
	expect((await shop.services.refunds.invoice(shop.paid.number))?.bought).toMatchObject([{ canEnd }]);
	const refunded = await refund(shop.services, shop.paid.number, { services: "end" });
	expect(refunded.ok).toBe(canEnd);
	if (!refunded.ok) expect(refunded.error.fields?.services).toContain("stays registered until");
	expect(await shop.domain()).toMatchObject({ status: canEnd ? "released" : "active" });
});

test("a refund that ends a plan does it once for five requests at the same time", async () => {
	const shop = await aFulfilledOrder([monthlyPlan]);
	const all = await Promise.all(
		Array.from({ length: 5 }, () =>
			refund(quietServices({ clock: () => shop.time.now }), shop.paid.number, { services: "end" }),
		),
	);
	expect(all.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await creditNotesOf(shop.paid.invoiceId)).toHaveLength(1);
	expect((await shop.notices()).filter((kind) => kind === "hosting.ended_by_staff")).toHaveLength(1);
});

test("staff end a plan without a refund, and its renewal leaves the open invoice", async () => {
	const services = quietServices();
	const user = { ...(await aCustomer()), currency: "KES" as const };
	const plan = await aPlan(user.id, { expiresAt: Date.now() + 5 * DAY });
	await runDue(services, ({ renewals }) => renewals.invoices.queueDue("all"));
	const [renewal] = await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, user.id)));
	expect(renewal).toMatchObject({ state: "open" });
	const reason = "It sent spam.";
	expect(await services.hosting.endByStaff(plan.id, { reason })).toMatchObject({ ok: true });
	expect(await thePlan(plan.id)).toMatchObject({ status: "suspended", endedReason: reason });
	expect(await invoiceOf(renewal?.id ?? "")).toMatchObject({ state: "void" });
	expect(await services.hosting.endByStaff(plan.id, { reason })).toMatchObject({
		error: { kind: "conflict", message: "Business Hosting has already ended." },
	});
	expect(await services.hosting.endByStaff("hst_unknown", { reason })).toMatchObject({
		error: { kind: "not_found" },
	});
	expect(
		await db.read(
			db.orm
				.select()
				.from(addons)
				.where(and(eq(addons.planId, plan.id), sql`ended_at is null`)),
		),
	).toEqual([]);
});

test("a renewal that was paid when staff ended the plan does not bring it back", async () => {
	const services = quietServices();
	const user = { ...(await aCustomer()), currency: "KES" as const };
	const plan = await aPlan(user.id, {});
	const items = [{ key: "r", productId: plan.productId, planId: plan.id, term: "monthly" as const, quantity: 1 }];
	const paid = await aPaidInvoice(services, { items, customer: { ...user, email: user.email } });
	await services.hosting.endByStaff(plan.id, { reason: "It sent spam." });
	for (const { id } of await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, paid.orderId))))
		await services.orders.runJob(id);
	expect(await thePlan(plan.id)).toMatchObject({ status: "suspended", endedReason: "It sent spam." });
	expect(await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, paid.orderId)))).toMatchObject([
		{ state: "action_required" },
	]);
});
