import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { createDatabase } from "~/db/client.server";
import { domains, jobs, outbox, paymentReviews, payments, sandboxPayments } from "~/db/schema";
import { linksIn } from "~/features/email/links";
import { completeJobSchema } from "~/features/orders/job.schema";
import { queueSchema } from "~/features/problems/queue.schema";
import { DAY } from "~/lib/durations";
import { parse } from "~/lib/parse";
import type { Services } from "~/services.server";
import { aCustomer } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPlan } from "../support/hosting";
import { aName, aPendingPayment, quietServices, registration } from "../support/orders";
import { writeRows } from "../support/rows";
import { anOwner, aSignedInMember } from "../support/staff";

const db = createDatabase(env.DB);

async function aPaidOrder(services: Services, items: Parameters<typeof aPendingPayment>[1]) {
	const order = await aPendingPayment(services, items);
	await services.sandbox?.answer(order.ref, "approve");
	const [job] = await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, order.orderId)));
	if (!job) throw new Error("no job");
	return { ...order, job };
}

const staffEvents = async (id: string) => {
	const rows = await db.read(db.orm.select().from(outbox).where(eq(outbox.kind, "mail.staff-task")));
	return rows.filter(({ payload }) => Object.values(payload).includes(id));
};

/** Delivers the emails to staff about this job or event. Returns those in the inbox. */
async function staffEmails(services: Services, id: string) {
	for (const { id: eventId } of await staffEvents(id)) await services.outbox.deliver(eventId);
	const messages = (await services.inbox?.list()) ?? [];
	return messages.filter(({ subject, text }) => subject.startsWith("Action needed") && text.includes(id));
}

/** What someone at the desk enters about a job that they did by hand. */
async function complete(jobId: string, fields: Record<string, string>) {
	const { session } = await aSignedInMember(["support"]);
	const input = parse(completeJobSchema, fields);
	return input.ok ? quietServices().orders.completeJob(jobId, { ...input.value, reason: "By hand" }, session) : input;
}

test("a registration that has to be done by hand emails support once, with customer, reason and what to do", async () => {
	const services = quietServices();
	const name = aName("com").replace("fresh", "manual");
	const { job } = await aPaidOrder(services, { items: [registration(name, 2)] });
	for (let run = 0; run < 2; run += 1) await services.orders.runJob(job.id);
	const emails = await staffEmails(services, job.id);
	expect(emails).toHaveLength(1);
	expect(emails[0]).toMatchObject({ recipient: brand.emails.support, subject: `Action needed: Register ${name}` });
	expect(emails[0]?.text).toContain(`Register ${name} for 2 years at the registrar`);
	expect(emails[0]?.text).toContain("amina@example.com, +254712345678");
});

test("staff finish a registration by hand, and the domain is active until the registry's date", async () => {
	const services = quietServices();
	const name = aName("com").replace("fresh", "manual");
	const { job } = await aPaidOrder(services, { items: [registration(name, 1)] });
	await services.orders.runJob(job.id);
	const invalid = { error: { kind: "invalid", fields: { expiresAt: expect.any(String) } } };
	expect(await complete(job.id, {})).toMatchObject(invalid);
	expect(await complete(job.id, { expiresAt: "soon" })).toMatchObject(invalid);
	expect(await complete("job_none", { expiresAt: "2027-11-22" })).toMatchObject({ error: { kind: "not_found" } });
	const answers = await Promise.all([1, 2].map(() => complete(job.id, { expiresAt: "2027-11-22", ref: "R-1" })));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { kind: "conflict" } });
	const [domain] = await db.read(db.orm.select().from(domains).where(eq(domains.name, name)));
	const atRegistry = await services.registrar.lookUp(name);
	expect(domain).toMatchObject({ status: "active", expiresAt: atRegistry?.expiry });
	const [done] = await db.read(db.orm.select().from(jobs).where(eq(jobs.id, job.id)));
	expect(done).toMatchObject({ state: "done", externalRef: "R-1" });
});

test("staff finish a registration while the registrar does not answer", async () => {
	const name = aName("com").replace("fresh", "manual");
	const { job } = await aPaidOrder(quietServices(), { items: [registration(name, 1)] });
	await quietServices().orders.runJob(job.id);
	const registrar = { ...quietServices().registrar, lookUp: () => Promise.reject(new Error("connection lost")) };
	const { orders } = quietServices({ registrar });
	const expiresAt = Date.UTC(2027, 10, 22);
	expect(await orders.completeJob(job.id, { expiresAt }, await anOwner())).toMatchObject({ ok: true });
	const [domain] = await db.read(db.orm.select().from(domains).where(eq(domains.name, name)));
	expect(domain).toMatchObject({ status: "active", expiresAt });
});

test("the emails to staff lead to the job and to the review at the desk", async () => {
	const services = quietServices();
	const name = aName("com").replace("fresh", "manual");
	const { job } = await aPaidOrder(services, { items: [registration(name)] });
	await services.orders.runJob(job.id);
	const [email] = await staffEmails(services, job.id);
	expect(linksIn(email?.text ?? "")).toContain(`https://kikoa.test/desk?open=job%3A${job.id}`);
	const page = await services.today.queue((await aSignedInMember(["support"])).session, queueSchema.parse({}));
	expect(page.items.map(({ key }) => key)).toContain(`job:${job.id}`);
});

test("hardware and add-ons email the people who send and activate them, not the customer", async () => {
	const services = quietServices();
	for (const [productId, term, mailbox] of [
		["hardware-printer-network", "once", brand.emails.sales],
		["addon-malware", "monthly", brand.emails.support],
	] as const) {
		const customer = { ...(await aCustomer()), currency: "KES" as const };
		const plan = await aPlan(customer.id);
		const { job, user } = await aPaidOrder(services, {
			items: [{ key: "a", productId, term, quantity: 1, ...(productId.startsWith("addon") && { planId: plan.id }) }],
			customer,
		});
		await services.orders.runJob(job.id);
		const emails = await staffEmails(services, job.id);
		expect(emails.map(({ recipient }) => recipient)).toEqual([mailbox]);
		const toCustomer = and(eq(outbox.userId, user.id), eq(outbox.kind, "mail.order-problem"));
		expect(await db.read(db.orm.select().from(outbox).where(toCustomer))).toEqual([]);
		expect(await complete(job.id, {})).toMatchObject({ ok: true });
		const order = await services.orders.find({ userId: user.id }, job.orderId);
		expect(order?.order.state).toBe("fulfilled");
	}
});

test("a job that waits for the customer's new code is not sent to staff", async () => {
	const services = quietServices();
	const name = aName("com").replace("fresh", "taken");
	const item = { key: "t", productId: "domain-transfer", term: "annual", quantity: 1, domain: name };
	const { job } = await aPaidOrder(services, { items: [{ ...item, authCode: "wrong-code-1" }] as never });
	await services.orders.runJob(job.id);
	const [row] = await db.read(db.orm.select().from(jobs).where(eq(jobs.id, job.id)));
	expect(row).toMatchObject({ state: "action_required", needs: "auth_code" });
	expect(await staffEvents(job.id)).toEqual([]);
});

test("a dead letter emails technical staff once, and a failing email to staff sends no further one", async () => {
	expectConsoleError();
	const services = quietServices();
	const id = `out_dead_${crypto.randomUUID()}`;
	const now = Date.now();
	const row = { id, kind: "hosting.nothing", payload: { planId: "hst_1" }, nextAt: now - DAY, createdAt: now - DAY };
	await writeRows(db, [db.orm.insert(outbox).values(row)]);
	for (let time = 0; time < 2; time += 1) await services.outbox.markDeadLetter(id);
	const [email] = await staffEmails(services, id);
	expect(email).toMatchObject({ recipient: brand.emails.technical });
	expect(email?.text).toContain("hst_1");
	const [event] = await staffEvents(id);
	if (!event) throw new Error("no event");
	await writeRows(db, [db.orm.update(outbox).set({ state: "new", nextAt: 0 }).where(eq(outbox.id, event.id))]);
	await services.outbox.markDeadLetter(event.id);
	expect(await staffEvents(event.id)).toEqual([]);
});

test("a payment of the wrong amount emails billing once, with what the provider reported", async () => {
	const services = quietServices();
	const order = await aPendingPayment(services);
	const [payment] = await db.read(db.orm.select().from(payments).where(eq(payments.invoiceId, order.invoiceId)));
	if (!payment) throw new Error("no payment");
	const { providerRef } = payment;
	await writeRows(db, [
		db.orm
			.update(sandboxPayments)
			.set({ amount: payment.amount + 1 })
			.where(eq(sandboxPayments.ref, providerRef ?? "")),
	]);
	await services.sandbox?.answer(order.ref, "approve");
	for (let time = 0; time < 2; time += 1) await services.payments.check(payment.id);
	const [review] = await db.read(db.orm.select().from(paymentReviews).where(eq(paymentReviews.paymentId, payment.id)));
	const emails = await staffEmails(services, review?.id ?? "none");
	expect(emails).toHaveLength(1);
	expect(emails[0]).toMatchObject({ recipient: brand.emails.billing });
	expect(emails[0]?.text).toContain(order.user.email);
	expect(linksIn(emails[0]?.text ?? "")).toContain(`https://kikoa.test/desk?open=review%3A${review?.id}`);
});
