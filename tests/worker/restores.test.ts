import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { ConfirmedOwner } from "~/db/owner";
import { domains, invoiceLines, invoices, jobs, ledgerEntries, orderLines, outbox, sandboxRegistry } from "~/db/schema";
import type { Customer } from "~/features/accounts/customer";
import { restoreFee } from "~/features/catalog/domain-prices";
import { storedNoteText } from "~/features/orders/job-reason";
import { addYears } from "~/lib/add-years";
import { DAY, MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { formatMoney, kes } from "~/lib/money";
import { manualRegistrar } from "~/platform/registrar/manual";
import type { Op } from "~/platform/registrar/registrar";
import type { Overrides, Services } from "~/services.server";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aName, anOrder, aPhone, contact, quietServices, thePayment } from "../support/orders";
import { writeRows } from "../support/rows";
import { runCron } from "../support/schedule";
import { anOwner } from "../support/staff";
import { withTexts } from "../support/stored-texts";

const db = createDatabase(env.DB);

/** The redemption fee of .com with a renewal, and 8% tax. */
const total = Math.round((1_290_000 + 195_000) * 1.08);

async function aRestorable({ days = 40, tld = "com", overrides = {} as Overrides } = {}) {
	const start = Date.now();
	const clock = { now: start };
	const services = quietServices({ clock: () => clock.now, ...overrides });
	const { user, cookie } = await aConfirmedOwner();
	// Without the session, which ends while the clock moves.
	const owner = { userId: user.id } as unknown as ConfirmedOwner;
	const customer = (await services.sessions.viewer({ cookie }).customer()) as Customer;
	const domain = await aDomain(user.id, {
		...{ name: aName(tld), tld, status: "redemption", autoRenew: false },
		expiresAt: start - days * DAY,
	});
	const order = (key = randomToken(), sum = total) =>
		services.orders.restore(customer, owner, domain.id, { total: sum, key });
	return { services, clock, user, customer, owner, domain, order };
}

async function start(services: Services, user: { id: string; email: string }, invoiceId: string) {
	return services.payments.start(user, invoiceId, { method: "mpesa", phone: aPhone() });
}

async function approve(services: Services, paymentId: string): Promise<void> {
	const { providerRef } = await thePayment(paymentId);
	await services.sandbox?.answer(providerRef ?? "", "approve");
}

async function pay(services: Services, user: { id: string; email: string }, invoiceId: string) {
	const started = await start(services, user, invoiceId);
	if (!started.ok) throw new Error(started.error.message);
	await approve(services, started.value.paymentId);
}

const rowOf = async (id: string) => (await db.read(db.orm.select().from(domains).where(eq(domains.id, id))))[0];
const jobsOf = (orderId: string) => db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, orderId)));
const eventsOf = async (userId: string, kind: string) =>
	(await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, userId)))).filter((row) => row.kind === kind);
const creditOf = async (userId: string) =>
	(
		await db.read(
			db.orm
				.select()
				.from(ledgerEntries)
				.where(and(eq(ledgerEntries.userId, userId), eq(ledgerEntries.kind, "credit"))),
		)
	).reduce((sum, { amount }) => sum + amount, 0);

/** Pays the invoice and runs its job until it ends. */
async function payAndRun(
	{ services, clock, user }: Pick<Awaited<ReturnType<typeof aRestorable>>, "services" | "clock" | "user">,
	placed: { orderId: string; invoiceId: string },
) {
	await pay(services, user, placed.invoiceId);
	return run({ services, clock }, placed.orderId);
}

async function run({ services, clock }: { services: Services; clock: { now: number } }, orderId: string) {
	for (let attempt = 0; attempt < 3; attempt += 1) {
		for (const { id } of await jobsOf(orderId)) await services.orders.runJob(id);
		clock.now += MINUTE;
	}
	const [job] = await jobsOf(orderId);
	if (!job) throw new Error("no job");
	return job;
}

test("a customer restores a domain with one invoice for the fee and the renewal, and it works again", async () => {
	const restorable = await aRestorable();
	const { services, clock, user, owner, domain, order } = restorable;
	await services.dns.importFile(owner, { domainId: domain.id, version: 0 }, "@ MX 10 mail.example.com.", "merge");
	const placed = await order();
	if (!placed.ok) throw new Error(placed.error.message);
	const { invoiceId, orderId } = placed.value;
	const lines = await db.read(
		db.orm.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId)).orderBy(invoiceLines.position),
	);
	expect(lines).toMatchObject([
		{ description: `Redemption fee of ${domain.name}`, amount: 1_290_000 },
		{ description: expect.stringMatching(`^Renewal of ${domain.name}, 1 year, until `), amount: 195_000 },
	]);

	await pay(services, user, invoiceId);
	const [queued, ...others] = await jobsOf(orderId);
	expect([queued?.kind, others]).toEqual(["restore_domain", []]);
	await Promise.all(Array.from({ length: 4 }, () => services.orders.runJob(queued?.id ?? "")));
	// The registry needs a moment.
	expect(await rowOf(domain.id)).toMatchObject({ status: "redemption" });
	clock.now += MINUTE;
	expect(await run(restorable, orderId)).toMatchObject({ state: "done", note: null });
	const until = addYears(domain.expiresAt, 1);
	expect(await rowOf(domain.id)).toMatchObject({ status: "active", expiresAt: until });
	const [registered] = await db.read(
		db.orm.select().from(sandboxRegistry).where(eq(sandboxRegistry.name, domain.name)),
	);
	expect(registered?.expiresAt).toBe(until);
	expect(await services.orders.find(owner, orderId)).toMatchObject({ order: { state: "fulfilled" } });

	expect(await eventsOf(user.id, "domain.sync")).toHaveLength(1);
	const [mail] = await eventsOf(user.id, "mail.domain-restored");
	expect(mail).toMatchObject({ payload: { domainId: domain.id, credit: null } });
	await services.outbox.deliver(mail?.id ?? "");
	const inbox = ((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === user.email);
	expect(inbox.map(({ subject }) => subject)).toContain(`${domain.name} is restored`);
	const { items } = await services.notifications.list({ userId: user.id });
	expect(items.map((row) => withTexts(row).body).join()).toContain(`${domain.name} works again and is paid until`);

	const publications = await eventsOf(user.id, "dns.publish");
	for (const { id } of publications) await services.outbox.deliver(id);
	const zone = await env.DB.prepare("select rrsets from sandbox_zones where name = ?")
		.bind(domain.name)
		.first("rrsets");
	expect(zone).toContain("mail.example.com");
});

test("a domain has one restore for each expiry, however often and wherever it is ordered", async () => {
	const restorable = await aRestorable();
	const { services, owner, user, domain, order } = restorable;
	const key = randomToken();
	const sent = await Promise.all([order(key), order(key), order(), order()]);
	const invoiceIds = new Set(sent.flatMap((placed) => (placed.ok ? placed.value.invoiceId : [])));
	expect(invoiceIds.size).toBe(1);
	expect(await order()).toMatchObject({ ok: false, error: { code: "already_ordered" } });
	expect(await order(randomToken(), total - 100)).toMatchObject({ ok: false, error: { code: "price_changed" } });

	const [invoice] = await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, user.id)));
	// A cancelled order can be placed again, and its invoice is not payable.
	await services.orders.cancel(owner, invoice?.orderId ?? "");
	expect(await start(services, user, invoice?.id ?? "")).toMatchObject({ ok: false });
	const again = await order();
	if (!again.ok) throw new Error(again.error.message);
	expect(await payAndRun(restorable, again.value)).toMatchObject({ state: "done", note: null });
	expect(await rowOf(domain.id)).toMatchObject({ expiresAt: addYears(domain.expiresAt, 1) });
	expect(await order()).toMatchObject({ ok: false, error: { kind: "conflict" } });
});

test("another customer's domain, a name without a price and a name that is being deleted can't be restored", async () => {
	const [mine, theirs] = [await aRestorable(), await aRestorable()];
	const input = { total, key: randomToken() };
	expect(await mine.services.orders.restore(mine.customer, mine.owner, theirs.domain.id, input)).toMatchObject({
		error: { kind: "not_found" },
	});
	const kenyan = await aRestorable({ tld: "co.ke", days: 82 });
	expect(await kenyan.order()).toMatchObject({
		error: { message: expect.stringMatching(/^Names under \.co\.ke have no redemption period, .*Contact us/) },
	});
	const deleted = await aRestorable({ days: 61 });
	expect(await deleted.order()).toMatchObject({ error: { message: expect.stringContaining("is deleting it") } });
	expect(await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, deleted.user.id)))).toEqual([]);
});

test("a refund of a restore's invoice says what happens to the domain", async () => {
	const { services, clock, user, domain, order } = await aRestorable();
	const placed = await order();
	if (!placed.ok) throw new Error(placed.error.message);
	const { invoiceId, orderId } = placed.value;
	await pay(services, user, invoiceId);
	const bought = async () => (await services.refunds.invoiceOf(invoiceId))?.bought ?? [];
	const inProgress = `${domain.name} is in redemption. If it is being restored, a refund does not stop that.`;
	expect(await bought()).toMatchObject([{ kind: "domain", id: domain.id, canEnd: false, ending: inProgress }]);
	expect(await run({ services, clock }, orderId)).toMatchObject({ state: "done" });
	expect((await bought()).map(({ ending }) => ending)).toEqual([
		expect.stringMatching(/ stays registered until \d+ \w+ \d{4}\. A restore can't be undone\.$/),
	]);
	const input = { by: "Neema", to: "credit", reason: "Agreed" } as const;
	const number = (await services.refunds.invoiceOf(invoiceId))?.invoice.number ?? "";
	expect(await services.refunds.issue(number, { ...input, services: "end" }, randomToken())).toMatchObject({
		error: { fields: { services: expect.stringContaining("A restore can't be undone.") } },
	});
	expect(await services.refunds.issue(number, input, randomToken())).toMatchObject({ ok: true });
	expect(await rowOf(domain.id)).toMatchObject({ status: "active" });
});

test("what is paid for a restore after the name was released becomes credit", async () => {
	const restorable = await aRestorable();
	const { services, user, domain, order } = restorable;
	const placed = await order();
	if (!placed.ok) throw new Error(placed.error.message);
	const started = await start(services, user, placed.value.invoiceId);
	if (!started.ok) throw new Error(started.error.message);
	await writeRows(db, [db.orm.update(domains).set({ status: "released" }).where(eq(domains.id, domain.id))]);
	// A new attempt is refused, but the one on the phone can't be stopped.
	expect(await start(services, user, placed.value.invoiceId)).toMatchObject({
		ok: false,
		error: { code: "not_payable", message: expect.stringContaining("can't be restored any more") },
	});
	await approve(services, started.value.paymentId);
	const job = await run(restorable, placed.value.orderId);
	expect(job).toMatchObject({ state: "done", note: { reason: { code: "restore_too_late" } } });
	expect(await creditOf(user.id)).toBe(Math.floor(total / 100) * 100);
	expect(storedNoteText(job, "en-GB")).toContain(`We added ${formatMoney(kes(16_038))} to your credit.`);
	const [mail] = await eventsOf(user.id, "mail.order-line-returned");
	await services.outbox.deliver(mail?.id ?? "");
	const inbox = ((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === user.email);
	expect(inbox.map(({ subject }) => subject)).toContain(`We could not restore ${domain.name}`);
});

test("a restore that the registry refuses becomes credit, and can be ordered again", async () => {
	const failed = (ref: string): Op => ({
		...{ ref, state: "failed" },
		error: { code: "2306", message: "not now", retryable: false },
	});
	const { services: base } = await aRestorable();
	const registrar = { ...base.registrar, restore: async ({ opId }: { opId: string }) => failed(opId) };
	const restorable = await aRestorable({ overrides: { registrar } });
	const { user, order } = restorable;
	const placed = await order();
	if (!placed.ok) throw new Error(placed.error.message);
	expect(await payAndRun(restorable, placed.value)).toMatchObject({
		state: "done",
		note: { reason: { code: "restore_refused" } },
	});
	expect(await creditOf(user.id)).toBe(Math.floor(total / 100) * 100);
	expect(await order()).toMatchObject({ ok: true });
});

test("if the registrar still renews the domain at the ordinary price, the redemption fee becomes credit", async () => {
	const { services: base } = await aRestorable();
	const renewals: string[] = [];
	const registrar = {
		...base.registrar,
		restore: async ({ opId: ref }: { opId: string }): Promise<Op> => ({
			...{ ref, state: "failed" },
			error: { code: "2304", message: "not in redemption", retryable: false },
		}),
		renew: async ({ opId: ref, currentExpiry }: { opId: string; currentExpiry: number }): Promise<Op> => {
			renewals.push(ref);
			return { ref, state: "succeeded", expiry: addYears(currentExpiry, 1) };
		},
	};
	const restorable = await aRestorable({ overrides: { registrar } });
	const { user, domain, order } = restorable;
	const placed = await order();
	if (!placed.ok) throw new Error(placed.error.message);
	expect(await payAndRun(restorable, placed.value)).toMatchObject({ state: "done", note: null });
	expect(renewals).toHaveLength(1);
	expect(await rowOf(domain.id)).toMatchObject({ status: "active", expiresAt: addYears(domain.expiresAt, 1) });
	const fee = Math.floor((Math.floor(total / 100) * 100 * 1_290_000) / 1_485_000);
	expect(await creditOf(user.id)).toBe(fee);
	expect(await eventsOf(user.id, "mail.domain-restored")).toMatchObject([
		{ payload: { credit: { amount: fee, currency: "KES" } } },
	]);
});

test("a domain that was renewed at its registry is not restored for money", async () => {
	const { domain, order, user } = await aRestorable();
	const renewed = addYears(domain.expiresAt, 1);
	await writeRows(db, [
		db.orm.update(sandboxRegistry).set({ expiresAt: renewed }).where(eq(sandboxRegistry.name, domain.name)),
	]);
	expect(await order()).toMatchObject({ ok: false, error: { message: expect.stringContaining("is already paid") } });
	expect(await rowOf(domain.id)).toMatchObject({ status: "active", expiresAt: renewed });
	expect(await db.read(db.orm.select().from(invoices).where(eq(invoices.userId, user.id)))).toEqual([]);
});

test("staff restore a name of a manual registrar, which is not released in the meantime", async () => {
	const { services: base } = await aRestorable();
	const byHand = { restore: manualRegistrar.restore, op: manualRegistrar.op, info: manualRegistrar.info };
	const registrar = { ...base.registrar, ...byHand };
	const restorable = await aRestorable({ days: 59, overrides: { registrar } });
	const { services, clock, user, domain, order } = restorable;
	const placed = await order();
	if (!placed.ok) throw new Error(placed.error.message);
	const job = await payAndRun(restorable, placed.value);
	expect(job).toMatchObject({ state: "action_required", lastError: `Restore ${domain.name}.` });

	clock.now = domain.expiresAt + 66 * DAY;
	const release = { domainId: domain.id, expiresAt: domain.expiresAt, to: "released" } as const;
	expect(await services.renewals.expiry.expire(release)).toMatchObject({ state: "postponed" });
	expect(await services.orders.completeJob(job.id, {}, await anOwner())).toMatchObject({ ok: false });
	const expiresAt = addYears(domain.expiresAt, 1);
	expect(await services.orders.completeJob(job.id, { expiresAt }, await anOwner())).toMatchObject({ ok: true });
	expect(await rowOf(domain.id)).toMatchObject({ status: "active", expiresAt });
	expect(await eventsOf(user.id, "mail.domain-restored")).toHaveLength(1);
});

test("what is paid for an ordinary renewal after the redemption began becomes credit, and the restore is offered", async () => {
	const { services, clock, owner, user, domain, order } = await aRestorable({ days: 29 });
	await writeRows(db, [db.orm.update(domains).set({ status: "expired" }).where(eq(domains.id, domain.id))]);
	const entry = { key: domain.name, productId: "domain-renewal", domain: domain.name, quantity: 1 };
	const renewal = await anOrder(services, { items: [entry], customer: { ...user, currency: "KES" } });
	const started = await start(services, user, renewal.invoiceId);
	if (!started.ok) throw new Error(started.error.message);

	clock.now = domain.expiresAt + 31 * DAY;
	await services.renewals.expiry.expire({ domainId: domain.id, expiresAt: domain.expiresAt, to: "redemption" });
	expect(await rowOf(domain.id)).toMatchObject({ status: "redemption" });
	expect(await start(services, user, renewal.invoiceId)).toMatchObject({
		error: { code: "not_payable", message: expect.stringContaining("Restore it on its page") },
	});
	await approve(services, started.value.paymentId);
	expect(await order()).toMatchObject({ ok: false, error: { code: "already_ordered" } });
	const job = await run({ services, clock }, renewal.orderId);
	expect(job).toMatchObject({ state: "done", note: { reason: { code: "in_redemption" } } });
	expect(await creditOf(user.id)).toBe(210_600);

	const placed = await order();
	expect(placed).toMatchObject({ ok: true });
	const pending = await services.renewals.pending(owner);
	expect(pending).toMatchObject([{ kind: "restore", domain: domain.name, orderState: "pending_payment" }]);
});

test("a paid renewal of a name that its registrar deleted early becomes credit, and the restore is offered", async () => {
	const { services, clock, user, domain, order } = await aRestorable({ days: 29 });
	await writeRows(db, [db.orm.update(domains).set({ status: "expired" }).where(eq(domains.id, domain.id))]);
	const entry = { key: domain.name, productId: "domain-renewal", domain: domain.name, quantity: 1 };
	const renewal = await anOrder(services, { items: [entry], customer: { ...user, currency: "KES" } });
	const started = await start(services, user, renewal.invoiceId);
	if (!started.ok) throw new Error(started.error.message);
	// The shop has not moved it yet.
	clock.now = domain.expiresAt + 31 * DAY;
	await approve(services, started.value.paymentId);
	const job = await run({ services, clock }, renewal.orderId);
	expect(job).toMatchObject({ state: "done", note: { reason: { code: "in_redemption" } } });
	expect(await rowOf(domain.id)).toMatchObject({ status: "redemption", expiresAt: domain.expiresAt });
	expect(await creditOf(user.id)).toBe(210_600);
	expect(await order()).toMatchObject({ ok: true });
});

test("staff get a renewal that its registrar refuses because it deleted a name without a price for a restore", async () => {
	const { services, clock, user, domain } = await aRestorable({ days: 29, tld: "io" });
	await writeRows(db, [db.orm.update(domains).set({ status: "expired" }).where(eq(domains.id, domain.id))]);
	const entry = { key: domain.name, productId: "domain-renewal", domain: domain.name, quantity: 1 };
	const renewal = await anOrder(services, { items: [entry], customer: { ...user, currency: "KES" } });
	const started = await start(services, user, renewal.invoiceId);
	if (!started.ok) throw new Error(started.error.message);
	clock.now = domain.expiresAt + 31 * DAY;
	await approve(services, started.value.paymentId);
	expect(await run({ services, clock }, renewal.orderId)).toMatchObject({ state: "action_required" });
	expect(await rowOf(domain.id)).toMatchObject({ status: "expired" });
	expect(await creditOf(user.id)).toBe(0);
});

test("the renewal invoice of a name that goes into redemption is void, and the customer is told what a restore costs", async () => {
	const { services, user, domain } = await aRestorable({ days: 31 });
	await writeRows(db, [db.orm.update(domains).set({ status: "expired" }).where(eq(domains.id, domain.id))]);
	const entry = { key: domain.name, productId: "domain-renewal", domain: domain.name, quantity: 1 };
	const quote = await services.cart.quote({ items: [entry], currency: "KES" }, { userId: user.id });
	const input = { idempotencyKey: randomToken(), items: [entry], contact, expectedTotal: quote.total.amount };
	const renews = [{ domainId: domain.id, domain: domain.name, expiresAt: domain.expiresAt }];
	const placed = await services.orders.place({ id: user.id, currency: "KES" }, input, { renews });
	if (!placed.ok) throw new Error(placed.error.message);
	await runCron("7 * * * *", { clock: services.clock });
	expect(await rowOf(domain.id)).toMatchObject({ status: "redemption" });
	const [invoice] = await db.read(db.orm.select().from(invoices).where(eq(invoices.id, placed.value.invoiceId)));
	expect(invoice).toMatchObject({ state: "void" });

	const [mail] = await eventsOf(user.id, "mail.domain-redemption");
	await services.outbox.deliver(mail?.id ?? "");
	const [email] = ((await services.inbox?.list()) ?? []).filter(({ recipient }) => recipient === user.email);
	expect(email?.subject).toBe(`${domain.name} was not renewed in time`);
	expect(email?.text).toContain(formatMoney(restoreFee("com") ?? kes(0)));
	const { items } = await services.notifications.list({ userId: user.id });
	expect(items.map((row) => withTexts(row).body).join()).toContain("You can restore it until");
});

test("a restore order is cancelled after its due date, at the latest when the redemption ends", async () => {
	const { services, clock, domain, order } = await aRestorable({ days: 57 });
	const placed = await order();
	if (!placed.ok) throw new Error(placed.error.message);
	const { orderId, invoiceId } = placed.value;
	const dueAt = domain.expiresAt + 60 * DAY;
	const [invoice] = await db.read(db.orm.select().from(invoices).where(eq(invoices.id, invoiceId)));
	expect(invoice?.dueAt).toBe(dueAt);
	clock.now = dueAt + 1;
	await services.orders.cancelUnpaid({ orderId, dueAt });
	expect(await services.orders.find({ userId: domain.userId }, orderId)).toMatchObject({
		order: { state: "cancelled" },
	});
	const [line] = await db.read(db.orm.select().from(orderLines).where(eq(orderLines.orderId, orderId)));
	expect(line).toMatchObject({ kind: "restore", currentExpiry: domain.expiresAt });
});
