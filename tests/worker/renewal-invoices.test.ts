import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { change } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import { domains, invoiceLines, invoices, jobs, outbox, users } from "~/db/schema";
import { listActivity } from "~/features/activity/list-activity";
import { invoiceDocument } from "~/features/invoices/invoice-document";
import { listNotification } from "~/features/notifications/list-notification";
import { orderView } from "~/features/orders/order-view";
import { addYears } from "~/lib/add-years";
import { isoDay, kenya } from "~/lib/dates";
import { DAY, HOUR } from "~/lib/durations";
import type { Services } from "~/services.server";
import { runBeforeCommit } from "../support/before-commit";
import { aDomain } from "../support/domains";
import { aCustomer } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPlan } from "../support/hosting";
import { aName, aPhone, quietServices, thePayment } from "../support/orders";
import { writeRows } from "../support/rows";
import { deliverReminders, runCron, runDue } from "../support/schedule";
import { withMessage, withTexts } from "../support/stored-texts";

const db = createDatabase(env.DB);
const daily = "23 2 * * *";
const queueDue = ({ renewals }: Services) => renewals.invoices.queueDue("all");

const aHolder = () => aCustomer({ phone: "+254712345678" });
const dueName = (userId: string, fields: Parameters<typeof aDomain>[1] = {}) =>
	aDomain(userId, { name: aName("com"), tld: "com", expiresAt: Date.now() + 20 * DAY, ...fields });
const invoicesOf = (userId: string) => db.read(db.orm.select().from(invoices).where(eq(invoices.userId, userId)));
const mailsOf = async (userId: string, kind: string) =>
	db.read(
		db.orm
			.select()
			.from(outbox)
			.where(and(eq(outbox.userId, userId), eq(outbox.kind, kind))),
	);

test("an automatic renewal is invoiced once before its end, emailed, and renewed when paid", async () => {
	const services = quietServices();
	const user = await aHolder();
	const domain = await dueName(user.id);
	await Promise.all([runCron(daily), runCron(daily)]);
	await runCron(daily);
	const [invoice, ...others] = await invoicesOf(user.id);
	expect(others).toEqual([]);
	expect(invoice).toMatchObject({ state: "open", dueAt: domain.expiresAt, subtotal: 195_000 });
	const [line] = await db.read(
		db.orm
			.select()
			.from(invoiceLines)
			.where(eq(invoiceLines.invoiceId, invoice?.id ?? "")),
	);
	expect(line?.description).toContain(`Renewal of ${domain.name}, 1 year`);
	expect(
		(await services.activity.recent({ userId: user.id }))
			.map(withMessage)
			.map(({ actor, message }) => [actor, message]),
	).toEqual([["system", `Issued an invoice for the renewal of ${domain.name}.`]]);
	expect((await services.notifications.list({ userId: user.id })).items.map(withTexts)).toMatchObject([
		{ href: `/pay/${invoice?.id}` },
	]);

	expect(await mailsOf(user.id, "mail.reminders")).toHaveLength(1);
	await deliverReminders(user.id);
	const [sent] = ((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === user.email);
	expect(sent?.subject).toMatch(new RegExp(`^Invoice ${invoice?.number}: Ksh [\\d,]+, due on `));
	expect(sent?.text).toContain(`For Renewal of ${domain.name}. Pay by `);
	expect(sent?.text).toContain(`/pay-link?link=${invoice?.id}.`);

	const paid = await services.payments.start(user, invoice?.id ?? "", { method: "mpesa", phone: aPhone() });
	if (!paid.ok) throw new Error(paid.error.message);
	await services.sandbox?.answer((await thePayment(paid.value.paymentId)).providerRef ?? "", "approve");
	const [job] = await db.read(
		db.orm
			.select()
			.from(jobs)
			.where(eq(jobs.orderId, invoice?.orderId ?? "")),
	);
	await services.orders.runJob(job?.id ?? "");
	const found = await services.portfolio.find({ userId: user.id }, domain.id);
	expect(found?.expiresAt).toBe(addYears(domain.expiresAt, 1));
	await runCron(daily);
	expect(await invoicesOf(user.id)).toHaveLength(1);
});

test("a name beyond a to z is renewed under its ASCII form and shown in its own script", async () => {
	const services = quietServices();
	const user = await aHolder();
	const owner = { userId: user.id };
	const name = aName("com").replace("fresh", "bücher");
	const ascii = new URL(`http://${name}`).hostname;
	await dueName(user.id, { name: ascii });
	await runDue(services, queueDue);
	const now = Date.now();
	const reader = { ...kenya, firstName: "Amina", lastName: "Otieno", acting: null };
	const [notice] = (await services.notifications.list(owner)).items.map((row) => listNotification(row, reader, now));
	expect(notice?.body).toContain(`For the renewal of ${name}.`);
	const [entry] = (await services.activity.recent(owner)).map((row) => listActivity(row, reader, now));
	expect(entry?.message).toBe(`Issued an invoice for the renewal of ${name}.`);
	for (const q of [name, name.toUpperCase(), ascii])
		expect((await services.activity.list(owner, { q })).items, q).toHaveLength(1);
	const [row] = await invoicesOf(user.id);
	const invoice = await services.billing.invoice(owner, row?.id ?? "");
	if (!invoice) throw new Error("no invoice");
	expect(invoiceDocument(invoice, now, kenya).lines[0]).toMatchObject({
		description: expect.stringContaining(`Renewal of ${name}`),
		ascii: expect.stringContaining(ascii),
	});
	await deliverReminders(user.id);
	const [sent] = ((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === user.email);
	expect(sent?.text).toContain(`For Renewal of ${name}. `);
	expect(`${sent?.text}${sent?.html}`).not.toContain("xn--");
});

test("turning auto-renew on when the invoice is due queues the invoice at once, and the cron does not queue it again", async () => {
	const services = quietServices();
	const user = await aHolder();
	const owner = { userId: user.id };
	const domain = await dueName(user.id, { autoRenew: false });
	const early = await dueName(user.id, { autoRenew: false, expiresAt: Date.now() + 31 * DAY });
	const plan = await aPlan(user.id, { expiresAt: Date.now() + 5 * DAY, cancelledAt: Date.now() });
	await runDue(services, queueDue);
	expect(await invoicesOf(user.id)).toEqual([]);
	for (const on of [true, false, true]) {
		for (const { id } of [domain, early])
			expect(await services.portfolio.setAutoRenew(owner, id, on)).toMatchObject({ ok: true });
	}
	expect((await services.hosting.keep(owner, plan.id)).ok).toBe(true);
	expect(await services.renewals.invoices.queueDue("all"), "the switches have queued them").toBe(0);
	await runDue(services, async () => {});
	expect((await invoicesOf(user.id)).map(({ dueAt }) => dueAt).sort()).toEqual(
		[domain.expiresAt, plan.expiresAt].sort(),
	);
	await runDue(services, queueDue);
	expect(await invoicesOf(user.id)).toHaveLength(2);
});

test("nothing is invoiced that is switched off, not due or already ordered", async () => {
	const services = quietServices();
	const [user, leaving] = [await aHolder(), await aHolder()];
	await writeRows(db, [db.orm.update(users).set({ status: "closing" }).where(eq(users.id, leaving.id))]);
	await dueName(leaving.id);
	await dueName(user.id, { autoRenew: false });
	await dueName(user.id, { expiresAt: Date.now() + 31 * DAY });
	await dueName(user.id, { expiresAt: Date.now() - DAY, status: "expired" });
	await dueName(user.id, { status: "redemption" });
	await aPlan(user.id, { expiresAt: Date.now() + 8 * DAY });
	await aPlan(user.id, { expiresAt: Date.now() + 3 * DAY, cancelledAt: Date.now() });
	await runDue(services, queueDue);
	expect(await invoicesOf(user.id)).toEqual([]);
	expect(await invoicesOf(leaving.id)).toEqual([]);
});

/** Noon in Kenya, on a day within the lead of every invoice. */
const noon = Date.parse(`${isoDay(Date.now() + 6 * DAY, kenya.timezone)}T12:00+03:00`);

const linesOf = async (invoiceId = "") =>
	(
		await db.read(
			db.orm.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId)).orderBy(invoiceLines.position),
		)
	).map(({ description }) => description.replace(/,.*/, ""));

test("what is due on one day in Kenya shares one invoice, and paying it renews each", async () => {
	const services = quietServices();
	const user = await aHolder();
	const [one, two] = [
		await dueName(user.id, { expiresAt: noon }),
		await dueName(user.id, { expiresAt: noon + 11 * HOUR }),
	];
	const plan = await aPlan(user.id, { expiresAt: noon - 11 * HOUR });
	const dayAfter = await dueName(user.id, { expiresAt: noon + 13 * HOUR });
	const stranger = await aHolder();
	await dueName(stranger.id, { expiresAt: noon });
	await Promise.all([runCron(daily), runCron("7 * * * *")]);
	await runCron(daily);
	const [invoice, other, ...more] = (await invoicesOf(user.id)).sort((a, b) => a.dueAt - b.dueAt);
	expect(more).toEqual([]);
	expect(other?.dueAt).toBe(dayAfter.expiresAt);
	expect(invoice?.dueAt, "due when the first of them ends").toBe(plan.expiresAt);
	const names = [`Renewal of ${one.name}`, `Renewal of ${two.name}`, `Renewal of ${plan.name}`];
	expect((await linesOf(invoice?.id)).sort()).toEqual(names.sort());
	expect(await mailsOf(user.id, "mail.reminders"), "both invoices come in one email").toHaveLength(1);

	const paid = await services.payments.start(user, invoice?.id ?? "", { method: "mpesa", phone: aPhone() });
	if (!paid.ok) throw new Error(paid.error.message);
	await services.sandbox?.answer((await thePayment(paid.value.paymentId)).providerRef ?? "", "approve");
	const renewing = await db.read(
		db.orm
			.select()
			.from(jobs)
			.where(eq(jobs.orderId, invoice?.orderId ?? "")),
	);
	expect(renewing).toHaveLength(3);
	for (const { id } of renewing) await services.orders.runJob(id);
	const owner = { userId: user.id };
	for (const { id, expiresAt } of [one, two])
		expect((await services.portfolio.find(owner, id))?.expiresAt).toBe(addYears(expiresAt, 1));
	expect((await services.hosting.find(owner, plan.id))?.expiresAt).toBeGreaterThan(plan.expiresAt ?? 0);
});

test("a renewal that is switched off leaves the invoice, the last one voids it, and both can be invoiced again", async () => {
	const services = quietServices();
	const user = await aHolder();
	const owner = { userId: user.id };
	const domain = await dueName(user.id, { expiresAt: noon });
	const plan = await aPlan(user.id, { price: 59_900, expiresAt: noon });
	await runDue(services, queueDue);
	const [shared] = await invoicesOf(user.id);
	expect(await services.portfolio.setAutoRenew(owner, domain.id, false)).toMatchObject({ ok: true });
	const [left] = await invoicesOf(user.id);
	expect(left).toMatchObject({ number: shared?.number, state: "open", subtotal: 59_900 });
	expect(await linesOf(left?.id)).toEqual([`Renewal of ${plan.name}`]);
	const entries = (await services.activity.recent(owner)).map(withMessage).map(({ message }) => message);
	expect(entries.join()).toContain(`Removed ${domain.name} from invoice ${shared?.number}`);

	expect((await services.hosting.cancel(owner, plan.id)).ok).toBe(true);
	expect(await invoicesOf(user.id)).toMatchObject([{ number: shared?.number, state: "void" }]);
	await runDue(services, queueDue);
	expect(await invoicesOf(user.id)).toHaveLength(1);

	expect((await services.hosting.keep(owner, plan.id)).ok).toBe(true);
	expect(await services.portfolio.setAutoRenew(owner, domain.id, true)).toMatchObject({ ok: true });
	await runDue(services, queueDue);
	const again = (await invoicesOf(user.id)).filter(({ state }) => state === "open");
	expect(again).toHaveLength(1);
	expect(await linesOf(again[0]?.id)).toHaveLength(2);
});

test("a renewal stays on an invoice that is being paid", async () => {
	const services = quietServices();
	const user = await aHolder();
	const [domain] = [await dueName(user.id, { expiresAt: noon }), await dueName(user.id, { expiresAt: noon })];
	await runDue(services, queueDue);
	const [invoice] = await invoicesOf(user.id);
	await services.payments.start(user, invoice?.id ?? "", { method: "mpesa", phone: aPhone() });
	expect(await services.portfolio.setAutoRenew({ userId: user.id }, domain?.id ?? "", false)).toMatchObject({
		ok: true,
	});
	expect(await linesOf(invoice?.id)).toHaveLength(2);
});

test("the order of a plan's renewal can't be cancelled without the plan, which takes it along", async () => {
	const services = quietServices();
	const user = await aHolder();
	const owner = { userId: user.id };
	const plan = await aPlan(user.id, { expiresAt: noon });
	const domain = await dueName(user.id, { expiresAt: noon });
	await runDue(services, queueDue);
	const [invoice] = await invoicesOf(user.id);
	const orderId = invoice?.orderId ?? "";
	const refused = { ok: false, error: { kind: "conflict", code: "renews_plan" } };
	expect(await services.orders.cancel(owner, orderId)).toMatchObject(refused);
	expect(await services.orders.cancelByStaff(orderId, change())).toMatchObject(refused);
	const page = async () => {
		const found = await services.orders.find(owner, orderId);
		return found && orderView(found, Date.now(), kenya);
	};
	expect(await page()).toMatchObject({
		renewedPlans: [{ name: plan.name, href: `/dashboard/hosting?tab=web&open=${plan.id}`, ended: false }],
		renewedDomains: domain.name,
	});
	expect((await services.hosting.cancel(owner, plan.id)).ok).toBe(true);
	expect(await linesOf(invoice?.id)).toEqual([`Renewal of ${domain.name}`]);
	expect(await page()).toMatchObject({ renewedPlans: [], renewedDomains: domain.name });
	expect(await services.orders.cancel(owner, orderId)).toMatchObject({ ok: true });
	expect(await invoicesOf(user.id)).toMatchObject([{ state: "void" }]);
	// The customer thinks again.
	expect((await services.hosting.keep(owner, plan.id)).ok).toBe(true);
	await runDue(services, async () => {});
	expect((await invoicesOf(user.id)).map(({ state }) => state).sort()).toEqual(["open", "void"]);
});

test("a plan that is kept after its cancelled renewal stayed on an invoice with a payment is invoiced again", async () => {
	const services = quietServices();
	const user = await aHolder();
	const owner = { userId: user.id };
	const plan = await aPlan(user.id, { expiresAt: noon });
	await runDue(services, queueDue);
	const [invoice] = await invoicesOf(user.id);
	await services.payments.start(user, invoice?.id ?? "", { method: "mpesa", phone: aPhone() });
	expect((await services.hosting.cancel(owner, plan.id)).ok).toBe(true);
	// The customer keeps the plan in another tab.
	const slow = runBeforeCommit(createDatabase(env.DB), () => services.hosting.keep(owner, plan.id));
	const cancelled = await quietServices({ db: slow }).orders.cancel(owner, invoice?.orderId ?? "");
	expect(cancelled).toMatchObject({ error: { code: "not_cancellable" } });
	expect((await services.hosting.cancel(owner, plan.id)).ok).toBe(true);
	expect(await services.orders.cancel(owner, invoice?.orderId ?? "")).toMatchObject({ ok: true });
	expect((await services.hosting.keep(owner, plan.id)).ok).toBe(true);
	await runDue(services, async () => {});
	expect((await invoicesOf(user.id)).map(({ state }) => state).sort()).toEqual(["open", "void"]);
});

test("cancelling the order of a domain's renewal turns its auto-renew off, and turning it on invoices it again", async () => {
	const services = quietServices();
	const user = await aHolder();
	const owner = { userId: user.id };
	const domain = await dueName(user.id);
	await runDue(services, queueDue);
	const [invoice] = await invoicesOf(user.id);
	expect(await services.orders.cancel(owner, invoice?.orderId ?? "")).toMatchObject({ ok: true });
	expect(await services.portfolio.find(owner, domain.id)).toMatchObject({ autoRenew: false });
	expect((await services.activity.recent(owner)).map(withMessage).map(({ message }) => message)).toContain(
		`Turned auto-renew off for ${domain.name}.`,
	);
	expect(await services.portfolio.setAutoRenew(owner, domain.id, true)).toMatchObject({ ok: true });
	await runDue(services, async () => {});
	expect((await invoicesOf(user.id)).map(({ state }) => state).sort()).toEqual(["open", "void"]);
});

test("a renewal that can't be ordered does not keep the others of its day from being invoiced", async () => {
	expectConsoleError();
	const services = quietServices();
	const user = await aHolder();
	const [one, two] = [await dueName(user.id, { expiresAt: noon }), await dueName(user.id, { expiresAt: noon })];
	await aPlan(user.id, { productId: "shared-retired", expiresAt: noon });
	await runDue(services, queueDue);
	const [invoice, ...more] = await invoicesOf(user.id);
	expect(more).toEqual([]);
	expect((await linesOf(invoice?.id)).sort()).toEqual([one, two].map(({ name }) => `Renewal of ${name}`).sort());
});

test("a plan paid by the month is invoiced a week before its end, at its own price", async () => {
	const services = quietServices();
	const user = await aHolder();
	const plan = await aPlan(user.id, { price: 59_900, expiresAt: Date.now() + 6 * DAY });
	await runDue(services, queueDue);
	expect(await invoicesOf(user.id)).toMatchObject([{ subtotal: 59_900, dueAt: plan.expiresAt }]);
});

test("a plan that expired while no cron ran is invoiced once, with time to pay", async () => {
	const services = quietServices();
	const user = await aHolder();
	await aPlan(user.id, { price: 59_900, expiresAt: Date.now() - 40 * DAY });
	await runDue(services, queueDue);
	await runDue(services, queueDue);
	const [invoice, ...more] = await invoicesOf(user.id);
	expect(more).toEqual([]);
	expect(invoice).toMatchObject({ state: "open", subtotal: 59_900 });
	expect((invoice?.dueAt ?? 0) - Date.now()).toBeGreaterThan(2 * DAY);
});

test("a renewal invoice can be paid until redemption, is void then, and is not made again for the same end", async () => {
	const services = quietServices();
	const user = await aHolder();
	const domain = await dueName(user.id);
	await runDue(services, queueDue);
	const [invoice] = await invoicesOf(user.id);
	const afterwards = quietServices({ clock: () => domain.expiresAt + DAY });
	await runDue(services, ({ orders }) => orders.queueUnpaid("all"));
	expect(await invoicesOf(user.id)).toMatchObject([{ state: "open" }]);
	await runDue(afterwards, ({ orders }) => orders.queueUnpaid("all"));
	await runDue(afterwards, ({ renewals }) => renewals.expiry.queueDue("all"));
	expect(await invoicesOf(user.id)).toMatchObject([{ state: "open" }]);
	const afterGrace = quietServices({ clock: () => domain.expiresAt + 31 * DAY });
	await runDue(afterGrace, ({ renewals }) => renewals.expiry.queueDue("all"));
	expect(await invoicesOf(user.id)).toMatchObject([{ id: invoice?.id, state: "void" }]);
	await runDue(services, queueDue);
	expect(await invoicesOf(user.id)).toHaveLength(1);

	// A later expiry gets its own invoice.
	const next = Date.now() + 5 * DAY;
	await writeRows(db, [
		db.orm.update(domains).set({ expiresAt: next, status: "active" }).where(eq(domains.id, domain.id)),
	]);
	await runDue(services, queueDue);
	expect(await invoicesOf(user.id)).toHaveLength(2);
});
