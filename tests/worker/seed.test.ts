import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, hostingPlans, invoices, outbox, sandboxRegistry, taskPositions, users } from "~/db/schema";
import { buildSeed } from "~/db/seed/build-seed";
import { sealedDemoCard } from "~/db/seed/demo/card";
import { toSql } from "~/db/seed/to-sql";
import { DAY } from "~/lib/durations";
import { moneyRecordsOf, quietServices, thePayment } from "../support/orders";
import { runDue } from "../support/schedule";
import { seededShop } from "../support/seeded";

test("the seed's SQL gives the rows it was made from, and can be run again", async () => {
	const now = Date.UTC(2026, 10, 21);
	const cardToken = await sealedDemoCard(env.TOKEN_SECRET, now);
	const rows = buildSeed({ now, passwordHash: "it's a hash", cardToken });
	const statements = toSql(rows).map((statement) => env.DB.prepare(statement));
	await env.DB.batch(statements);
	await env.DB.batch(statements);
	const { orm } = createDatabase(env.DB);
	expect(await orm.select().from(users)).toMatchObject(rows.users);
	expect(await orm.select().from(domains).orderBy(domains.id)).toMatchObject(byId(rows.domains));
	expect(await orm.select().from(hostingPlans).orderBy(hostingPlans.id)).toMatchObject(byId(rows.hostingPlans));
	expect(await orm.select().from(invoices)).toHaveLength(rows.invoices.length);
	const names = (await orm.select().from(sandboxRegistry)).map((row) => row.name);
	expect(names).toEqual(expect.arrayContaining(rows.domains.map((domain) => domain.name)));
});

test("the demo customer's open invoice, which belongs to no order, is paid like any other", async () => {
	const { rows, demo } = await seededShop();
	const services = quietServices();
	const open = rows.invoices.find(({ userId, state }) => userId === demo.id && state === "open");
	if (!open) throw new Error("the seed has no open invoice");
	const started = await services.payments.start(demo, open.id, { method: "card" });
	if (!started.ok) throw new Error(started.error.message);
	const { providerRef } = await thePayment(started.value.paymentId);
	await services.sandbox?.answer(providerRef ?? "", "approve");
	const { ledger, receipts, jobs } = await moneyRecordsOf(open.id, demo.id);
	expect(ledger).toMatchObject([{ kind: "payment", amount: 24_999, currency: "USD" }]);
	expect([receipts.length, jobs.length]).toEqual([1, 0]);
	expect(await services.orders.invoice(open.id)).toMatchObject({ state: "paid" });
});

test("the demo customer's card, which is sample content, is saved like any other and pays automatic renewals", async () => {
	const { demo } = await seededShop();
	const owner = { userId: demo.id };
	const services = quietServices();
	const [card] = await services.payments.cards.list(owner);
	expect(card).toMatchObject({ name: "Visa •••• 4242", expired: false, paysRenewals: true });
	const [plan] = (await services.hosting.list(owner, { tab: "web" })).items;
	if (!plan?.expiresAt) throw new Error("the demo customer has a plan with an end");
	const before = (days: number) => quietServices({ clock: () => (plan.expiresAt ?? 0) - days * DAY });
	await runDue(before(6), ({ renewals }) => renewals.invoices.queueDue("all"));
	await runDue(before(2), ({ renewals }) => renewals.charges.queueDue());
	expect(await before(2).renewals.charges.paymentForRenewal(owner, "plan", plan.id)).toEqual({ kind: "paid" });
});

test("the demo customer's add-on is cancelled and kept like any other", async () => {
	const { rows, demo } = await seededShop();
	const owner = { userId: demo.id };
	const services = quietServices();
	const [row] = rows.addons;
	const parent = { domainId: row?.domainId ?? "" };
	expect(await services.addons.of(owner, parent)).toMatchObject([{ name: "Premium SSL", cancelledAt: null }]);
	for (const intent of ["cancel-addon", "keep-addon"] as const)
		expect(await services.addons.set(owner, parent, { intent, addonId: row?.id ?? "" })).toMatchObject({ ok: true });
});

const byId = <T extends { id: string }>(list: T[]) => [...list].sort((a, b) => (a.id < b.id ? -1 : 1));

test("the sample domains agree with the sandbox registry, so a night ends or corrects none", async () => {
	const { rows } = await seededShop();
	const services = quietServices();
	await services.registrationComparison.run();
	const { orm } = createDatabase(env.DB);
	const queued = await orm.select().from(outbox).where(eq(outbox.kind, "domain.reconcile"));
	expect(queued).toEqual([]);
	const position = await orm.select().from(taskPositions).where(eq(taskPositions.task, "comparison with sandbox"));
	const held = rows.domains.filter(({ status }) => status === "active" || status === "expired");
	const { round } = JSON.parse(position[0]?.position ?? "{}");
	expect(round).toMatchObject({ finished: true, compared: held.length });
	expect(round.found).toEqual({});
});
