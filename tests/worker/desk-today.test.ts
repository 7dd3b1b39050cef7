import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { reportProblem } from "~/db/problems.server";
import { domains, fiscalDocuments, jobs, outbox, paymentReviews } from "~/db/schema";
import { type TodayIntent, todayActions } from "~/features/desk/today-actions";
import { todayView } from "~/features/desk/today-view";
import { differenceReasons } from "~/features/domains/reconcile";
import { receivedOf } from "~/features/payments/review-money";
import { queueSchema } from "~/features/problems/queue.schema";
import { may, type Permission, type Role, roles } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { sandboxRefundAmounts } from "~/platform/payment/sandbox/sandbox-refunds";
import { createServices, type Services } from "~/services.server";
import { aClient } from "../support/accounts";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aCustomer, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPlan } from "../support/hosting";
import { aName, anOrder, aPendingPayment, quietServices, registration } from "../support/orders";
import { aPaidInvoice, checkRefunds, invoiceOf, ledgerOf, refundsOf } from "../support/refunds";
import { writeRows } from "../support/rows";
import { aSignedInMember } from "../support/staff";
import { costlySteps, listening, loadFullSizeStatistics, planOf } from "../support/statement-plans";

const db = createDatabase(env.DB);
const start = Date.now();

beforeEach(async () => {
	await env.DB.exec("delete from problems");
});

const query = (fields: Record<string, string> = {}) => queueSchema.parse(fields);

const queueOf = async (session: StaffSession, fields: Record<string, string> = {}, services = testServices()) =>
	(await services.today.queue(session, query(fields))).items;

/** The row of a problem, as a form on the page sends it. */
async function formOf(session: StaffSession, key: string) {
	const rows = await Promise.all(["waiting", "snoozed", "done"].map((state) => queueOf(session, { state })));
	const row = rows.flat().find((one) => one.key === key);
	if (!row) throw new Error(`${key} is not in the queue`);
	return { key, version: String(row.version) };
}

async function act(
	{ session, member }: { session: StaffSession; member: { id: string; name: string } },
	intent: TodayIntent,
	fields: Record<string, string>,
	services: Services = testServices(),
) {
	return services.today.act(intent, { session, member: { ...member, roles: [] }, fields });
}

const auditOf = async (subject: string) => {
	const { results } = await env.DB.prepare(
		"select kind, reason, staff_id from audit_log where subject_id = ? order by at",
	)
		.bind(subject)
		.all<{ kind: string; reason: string | null; staff_id: string }>();
	return results;
};

/** A paid registration that waits for a person. */
async function aStoppedJob() {
	const services = quietServices();
	const name = aName("com").replace("fresh", "manual");
	const order = await aPendingPayment(services, { items: [registration(name)] });
	await services.sandbox?.answer(order.ref, "approve");
	const [job] = await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, order.orderId)));
	if (!job) throw new Error("no job");
	await services.orders.runJob(job.id);
	return { ...order, name, jobId: job.id, key: `job:${job.id}` };
}

const jobState = async (id: string) => (await db.read(db.orm.select().from(jobs).where(eq(jobs.id, id))))[0]?.state;

/** Confirmed money whose account number is no invoice. */
async function someMoney(amount = 100_000) {
	const receipt = `R${Math.random().toString(36).slice(2, 10).toUpperCase()}`;
	await testServices().payments.direct.match({
		...{ provider: "mpesa", method: "mpesa", receipt, reference: "SHOP", amount, currency: "KES", paidAt: start },
	});
	const reviews = await db.read(db.orm.select().from(paymentReviews).where(isNull(paymentReviews.resolvedAt)));
	const review = reviews.find(({ body }) => receivedOf(body)?.receipt === receipt);
	if (!review) throw new Error("no review");
	return { receipt, reviewId: review.id, key: `review:${review.id}` };
}

const deadEvent = (id: string, kind = "mail.receipt") =>
	db.orm.insert(outbox).values({
		id,
		kind,
		payload: {},
		state: "dead",
		attempts: 8,
		nextAt: start,
		createdAt: start,
		lastError: "no answer",
	});

async function aDeadLetter(kind = "mail.receipt") {
	const id = `out_${Math.random().toString(36).slice(2, 12)}`;
	await writeRows(db, [deadEvent(id, kind)]);
	await db.commit(reportProblem(db, { kind: "event", subject: id, about: { eventId: id } }, start), start);
	return { id, key: `event:${id}` };
}

const eventState = async (id: string) => (await db.read(db.orm.select().from(outbox).where(eq(outbox.id, id))))[0];

let forms = 0;

async function aTicket() {
	const { support } = testServices({ clock: () => start });
	const form = {
		name: "Amina Otieno",
		phone: null,
		topic: "sales",
		message: `Do you sell .ke? ${forms++}`,
		details: {},
	};
	const sent = await support.send(
		"contact",
		{ ...form, email: "amina@example.com", formToken: "" },
		{ client: aClient(), customer: null, isHtmlForm: true },
	);
	if (!sent.ok) throw new Error(sent.error.message);
	const id = await env.DB.prepare("select id from tickets where number = ?")
		.bind(sent.value.reference)
		.first<string>("id");
	return { id: id ?? "", key: `ticket:${id}` };
}

test("a stopped job is in the queue with its customer, amount and error, and only for roles that see orders", async () => {
	const { key, user, name } = await aStoppedJob();
	const owner = await aSignedInMember(["owner"]);
	const [row] = await queueOf(owner.session);
	expect(row).toMatchObject({ key, kind: "job", customerEmail: user.email, lineDomain: name, lineCurrency: "KES" });
	expect(row?.lineAmount).toBeGreaterThan(0);
	expect(row?.jobError).toBeTruthy();
	const catalogue = await aSignedInMember(["catalogue"]);
	expect(await queueOf(catalogue.session)).toEqual([]);
	expect(await testServices().today.counts(catalogue.session)).toEqual([]);
	expect(await testServices().today.counts(owner.session)).toEqual([{ kind: "job", count: 1, mine: 0 }]);
});

test("a job that is completed by hand leaves the queue, and the log has the reference, the date and the reason", async () => {
	const { key, jobId, name } = await aStoppedJob();
	const support = await aSignedInMember(["support"]);
	const form = await formOf(support.session, key);
	expect(await act(support, "complete-job", { ...form, reason: "KeNIC portal" })).toMatchObject({
		error: { kind: "invalid", fields: { expiresAt: expect.any(String) } },
	});
	const fields = { ...form, ref: "K-77", expiresAt: "2027-11-22" };
	expect(await act(support, "complete-job", fields)).toMatchObject({
		error: { fields: { reason: expect.any(String) } },
	});
	expect(await jobState(jobId)).toBe("action_required");
	expect(await act(support, "complete-job", { ...fields, reason: "KeNIC portal" })).toMatchObject({ ok: true });
	expect(await jobState(jobId)).toBe("done");
	expect((await db.read(db.orm.select().from(domains).where(eq(domains.name, name))))[0]).toMatchObject({
		status: "active",
	});
	expect(await queueOf(support.session)).toEqual([]);
	expect(await queueOf(support.session, { state: "done" })).toMatchObject([{ key, resolvedByName: "Wanjiku Kamau" }]);
	expect(await auditOf(jobId)).toMatchObject([
		{ kind: "job.completed", reason: "KeNIC portal", staff_id: support.member.id },
	]);
	const { items } = await testServices().staff.auditLog.list((await aSignedInMember(["owner"])).session, {
		subject: jobId,
	});
	expect(items[0]?.params).toMatchObject({ item: name, reference: "K-77", expiresAt: Date.UTC(2027, 10, 22) });
});

test("a job that is tried again runs once, and comes back if it stops again", async () => {
	const { key, jobId } = await aStoppedJob();
	const support = await aSignedInMember(["support"]);
	const form = await formOf(support.session, key);
	const answers = await Promise.all([act(support, "retry-job", form), act(support, "retry-job", form)]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await jobState(jobId)).toBe("queued");
	expect(await queueOf(support.session)).toEqual([]);
	expect(await auditOf(jobId)).toMatchObject([{ kind: "job.retried" }]);
	await quietServices().orders.runJob(jobId);
	expect(await queueOf(support.session)).toMatchObject([{ key, takenBy: null }]);
});

test("of two people who complete a job at once, the second sees who was faster and what they did", async () => {
	const { key, jobId, name } = await aStoppedJob();
	const one = await aSignedInMember(["support"], { name: "Baraka Mwangi" });
	const two = await aSignedInMember(["support"], { name: "Achieng Odhiambo" });
	const fields = { ...(await formOf(one.session, key)), expiresAt: "2027-11-22", reason: "By hand" };
	const answers = await Promise.all([one, two].map((who) => act(who, "complete-job", fields)));
	const [second] = answers.filter(({ ok }) => !ok);
	const winner = answers[0]?.ok ? "Baraka Mwangi" : "Achieng Odhiambo";
	expect(second).toMatchObject({ error: { kind: "conflict", message: expect.stringContaining(winner) } });
	expect(second).toMatchObject({ error: { message: expect.stringContaining(`Completed by hand: Register ${name}`) } });
	expect(await auditOf(jobId)).toHaveLength(1);
});

test("a person who lost the permission in the meantime completes nothing", async () => {
	const { key, jobId } = await aStoppedJob();
	const support = await aSignedInMember(["support"]);
	const fields = { ...(await formOf(support.session, key)), expiresAt: "2027-11-22", reason: "By hand" };
	await env.DB.prepare("update staff_roles set role = 'finance' where staff_id = ?").bind(support.member.id).run();
	for (const intent of ["complete-job", "retry-job"] as const)
		expect(await act(support, intent, fields)).toMatchObject({ ok: false });
	expect(await jobState(jobId)).toBe("action_required");
	expect(await auditOf(jobId)).toEqual([]);
});

test("unmatched money is matched to an invoice once, also by two people at once", async () => {
	const services = quietServices();
	const order = await anOrder(services);
	const invoice = await invoiceOf(order.invoiceId);
	const { key, reviewId } = await someMoney(invoice.total);
	const finance = await aSignedInMember(["finance"]);
	const other = await aSignedInMember(["finance"]);
	const form = await formOf(finance.session, key);
	expect(await act(finance, "match", { ...form, invoice: "KK2020000000" })).toMatchObject({
		error: { fields: { invoice: expect.stringContaining("no invoice") } },
	});
	const answers = await Promise.all(
		[finance, other].map((who) => act(who, "match", { ...form, invoice: invoice.number }, quietServices())),
	);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect((await invoiceOf(order.invoiceId)).state).toBe("paid");
	expect(await ledgerOf(order.user.id)).toHaveLength(1);
	expect(await auditOf(reviewId)).toMatchObject([{ kind: "review.matched" }]);
	expect(await queueOf(finance.session)).toEqual([]);
});

test("unmatched money becomes a customer's credit once", async () => {
	const customer = await aCustomer();
	const { key, reviewId } = await someMoney(45_000);
	const finance = await aSignedInMember(["finance"]);
	const form = { ...(await formOf(finance.session, key)), reason: "Sent us the SMS of M-Pesa" };
	expect(await act(finance, "credit", { ...form, customer: "nobody@example.com" })).toMatchObject({
		error: { fields: { customer: expect.any(String) } },
	});
	const fields = { ...form, customer: customer.email };
	expect(await act(finance, "credit", { ...fields, reason: "" })).toMatchObject({
		error: { fields: { reason: expect.any(String) } },
	});
	const answers = await Promise.all([act(finance, "credit", fields), act(finance, "credit", fields)]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await ledgerOf(customer.id)).toMatchObject([{ kind: "credit", amount: 45_000 }]);
	expect(await auditOf(reviewId)).toMatchObject([{ kind: "review.credited", reason: "Sent us the SMS of M-Pesa" }]);
});

test("abuse: support, who may only ask for credit, can't post unmatched money to someone's credit", async () => {
	const customer = await aCustomer();
	const { key, reviewId } = await someMoney(45_000);
	const support = await aSignedInMember(["support"]);
	const [row] = await queueOf(support.session);
	const reader = { id: support.member.id, now: start, may: (permission: Permission) => may(["support"], permission) };
	expect(row && todayView(row, reader).actions).toEqual([]);
	const fields = { ...(await formOf(support.session, key)), customer: customer.email, reason: "A friend" };
	expect(await act(support, "credit", fields)).toMatchObject({ ok: false });
	expect(await ledgerOf(customer.id)).toEqual([]);
	expect(await auditOf(reviewId)).toEqual([]);
	expect(await queueOf(support.session)).toMatchObject([{ key }]);
});

test("a refused payment posts nothing, needs a reason, and can be opened again", async () => {
	const { key, reviewId } = await someMoney();
	const finance = await aSignedInMember(["finance"]);
	const form = await formOf(finance.session, key);
	expect(await act(finance, "close-review", form)).toMatchObject({ error: { fields: { reason: expect.any(String) } } });
	const closed = await act(finance, "close-review", { ...form, reason: "Not in the M-Pesa portal" });
	expect(closed).toMatchObject({ ok: true, value: { undo: "reopen-review" } });
	expect(await queueOf(finance.session)).toEqual([]);
	const second = await act(finance, "close-review", { ...form, reason: "Again" });
	expect(second).toMatchObject({ error: { kind: "conflict", message: expect.stringContaining("Closed a review") } });
	expect(await act(finance, "reopen-review", form)).toMatchObject({ ok: true });
	expect(await queueOf(finance.session)).toMatchObject([{ key }]);
	expect((await auditOf(reviewId)).map(({ kind }) => kind).toSorted()).toEqual(["review.closed", "review.reopened"]);
});

test("a change that staff make at the registrar by hand is in use from then on, unless its customer changed it again", async () => {
	expectConsoleError();
	const services = quietServices({ registrar: { ...quietServices().registrar, update: async () => "by_hand" } });
	const { owner, user } = await aConfirmedOwner(services);
	const { id, name } = await aDomain(user.id, { name: aName("com") });
	const setNameservers = async (host: string) => {
		const rows = [`ns1.${host}`, `ns2.${host}`].map((one) => ({ host: one, addresses: "" }));
		expect((await services.domainManagement.setNameservers(owner, id, rows)).ok).toBe(true);
		const where = and(eq(outbox.kind, "domain.sync"), eq(outbox.state, "new"), eq(outbox.userId, user.id));
		const [event] = await db.read(db.orm.select().from(outbox).where(where));
		if (!event) throw new Error("no event");
		await services.outbox.deliver(event.id);
		return `event:${event.id}`;
	};
	const delegation = async () =>
		(await db.read(db.orm.select().from(domains).where(eq(domains.id, id))))[0]?.delegation;
	const staff = await aSignedInMember(["support"]);

	const first = await setNameservers("one.example");
	const form = await formOf(staff.session, first);
	const row = (await queueOf(staff.session)).find(({ key }) => key === first);
	expect(row && todayView(row, { id: staff.member.id, now: start, may: () => true })).toMatchObject({
		title: `Change ${name} at its registrar`,
		page: { href: `/desk/domains/${id}` },
		facts: expect.arrayContaining([["Nameservers", "ns1.one.example, ns2.one.example"]]),
		actions: [{ intent: "changed-by-hand" }, { intent: "deliver-again" }, { intent: "discard" }],
	});
	await new Promise((resolve) => setTimeout(resolve, 5));
	const second = await setNameservers("two.example");
	expect(await act(staff, "changed-by-hand", form, services)).toMatchObject({ ok: true });
	expect(await delegation()).toBe("pending");
	const repeated = await act(await aSignedInMember(["support"]), "changed-by-hand", form, services);
	expect(repeated).toMatchObject({ error: { kind: "conflict" } });

	expect(await act(staff, "changed-by-hand", await formOf(staff.session, second), services)).toMatchObject({
		ok: true,
	});
	expect(await delegation()).toBe("live");
	expect((await queueOf(staff.session)).filter(({ key }) => [first, second].includes(key))).toEqual([]);
	expect(await auditOf(id)).toMatchObject([
		{ kind: "domain.changed_by_hand", staff_id: staff.member.id },
		{ kind: "domain.changed_by_hand" },
	]);
});

test("a refund that staff pay by hand is marked as paid in the queue, once", async () => {
	const services = quietServices();
	const paid = await aPaidInvoice(services);
	await services.refunds.issue(
		paid.number,
		{ by: "Neema", to: "by_hand", reason: "Ordered by mistake" },
		"refund-key-0123456789",
	);
	const finance = await aSignedInMember(["finance"]);
	const [row] = await queueOf(finance.session);
	expect(row).toMatchObject({ kind: "review", reviewReason: "refund_by_hand" });
	const fields = { ...(await formOf(finance.session, row?.key ?? "")), reference: "TX-1" };
	const answers = await Promise.all([act(finance, "refund-paid", fields), act(finance, "refund-paid", fields)]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await queueOf(finance.session)).toEqual([]);
	const logged = await env.DB.prepare("select count(*) as n from audit_log where kind = 'refund.decided'").first("n");
	expect(logged).toBe(1);
});

test("a failed refund becomes credit with a reason only", async () => {
	const services = quietServices();
	const paid = await aPaidInvoice(services);
	const by = { by: "Neema", to: "payment", reason: "Ordered by mistake" } as const;
	await services.refunds.issue(paid.number, { ...by, amount: sandboxRefundAmounts.fails }, "refund-key-9876543210");
	await checkRefunds(services, paid.invoiceId);
	const finance = await aSignedInMember(["finance"]);
	const [row] = await queueOf(finance.session);
	expect(row).toMatchObject({ reviewReason: "refund_failed" });
	const reader = { id: finance.member.id, now: Date.now(), may: () => true };
	const shown = row && todayView(row, reader);
	expect(shown).toMatchObject({
		invoicePage: `/desk/invoices/${paid.invoiceId}`,
		firstStep: expect.stringContaining("send it again"),
	});
	expect(
		shown?.facts.map(([term]) => term),
		"no account number was typed",
	).not.toContain("Account number");
	const form = await formOf(finance.session, row?.key ?? "");
	expect(await act(finance, "refund-credit", form)).toMatchObject({
		error: { fields: { reason: expect.any(String) } },
	});
	expect(await act(finance, "refund-credit", { ...form, reason: "Their card ended" })).toMatchObject({ ok: true });
	const [refund] = await refundsOf(paid.invoiceId);
	expect(refund).toMatchObject({ state: "credited" });
	expect(await auditOf(refund?.id ?? "")).toMatchObject([{ kind: "refund.decided", reason: "Their card ended" }]);
});

test("a dead letter is delivered again with new attempts, or discarded with a reason and restored", async () => {
	const { id, key } = await aDeadLetter();
	const manager = await aSignedInMember(["manager"]);
	const form = await formOf(manager.session, key);
	const discarded = await act(manager, "discard", { ...form, reason: "The address is gone" });
	expect(discarded).toMatchObject({ ok: true, value: { undo: "undiscard" } });
	expect(await eventState(id)).toMatchObject({ state: "sent" });
	expect(await act(manager, "undiscard", form)).toMatchObject({ ok: true });
	expect(await eventState(id)).toMatchObject({ state: "dead", lastError: "no answer" });
	const again = await formOf(manager.session, key);
	const answers = await Promise.all([act(manager, "deliver-again", again), act(manager, "deliver-again", again)]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await eventState(id)).toMatchObject({ state: "new", attempts: 0 });
	expect(await queueOf(manager.session)).toEqual([]);
	expect((await auditOf(id)).map((one) => one.kind).toSorted()).toEqual([
		"event.discarded",
		"event.restored",
		"event.retried",
	]);
});

test("scheduled items that failed together are one row, and are delivered together", async () => {
	const ids = ["out_group1", "out_group2"];
	await writeRows(
		db,
		ids.map((id) => deadEvent(id, "plan.end")),
	);
	for (const id of ids)
		await db.commit(
			reportProblem(db, { kind: "events", subject: "plan.end no answer", causeId: id, about: { eventId: id } }, start),
			start,
		);
	const owner = await aSignedInMember(["owner"]);
	expect(await queueOf(owner.session)).toMatchObject([{ count: 2, eventKind: "plan.end" }]);
	const form = await formOf(owner.session, "events:plan.end no answer");
	expect(await act(owner, "deliver-again", form)).toMatchObject({ ok: true });
	for (const id of ids) expect(await eventState(id)).toMatchObject({ state: "new" });
});

test("each domain that differs at its registrar is a row that says what differs, and is compared again or closed", async () => {
	const customer = await aCustomer();
	const found = [
		[await aDomain(customer.id), "earlier"],
		[await aDomain(customer.id), "ended"],
	] as const;
	for (const [{ id, expiresAt }, difference] of found) {
		const eventId = `out_${id}`;
		const event = { kind: "domain.reconcile", payload: { domainId: id, expiresAt }, userId: customer.id } as const;
		const times = { state: "dead" as const, attempts: 1, nextAt: start, createdAt: start };
		const row = { ...event, ...times, id: eventId, lastError: differenceReasons[difference] };
		await writeRows(db, [db.orm.insert(outbox).values(row)]);
		const problem = { kind: "difference", subject: eventId, causeId: eventId, about: null } as const;
		await db.commit(reportProblem(db, problem, start), start);
	}
	const owner = await aSignedInMember(["owner"]);
	const reader = { id: owner.member.id, now: start, may: () => true };
	const rows = (await queueOf(owner.session, { part: "registrars" })).map((row) => todayView(row, reader));
	const [earlier, ended] = found.map(([{ name }]) => rows.find(({ title }) => title.startsWith(`${name}: `)));
	expect(earlier).toMatchObject({
		title: expect.stringContaining("an earlier expiry date"),
		customer: { id: customer.id },
		actions: [{ label: "Compare again" }, { label: "Close" }],
	});
	expect(Object.fromEntries(earlier?.facts ?? [])["Why it stopped"]).toContain("renewal that was paid for");
	expect(ended?.title).toContain("no longer at its registrar");
	const again = await act(owner, "deliver-again", await formOf(owner.session, earlier?.id ?? ""));
	expect(again).toMatchObject({ ok: true, value: { message: expect.stringContaining("Comparing again") } });
	expect(await eventState(`out_${found[0][0].id}`)).toMatchObject({ state: "new" });
	expect(await eventState(`out_${found[1][0].id}`)).toMatchObject({ state: "dead" });
	const form = await formOf(owner.session, ended?.id ?? "");
	expect(await act(owner, "discard", { ...form, reason: "It was sold" })).toMatchObject({
		value: { undo: "undiscard" },
	});
	expect(await queueOf(owner.session)).toEqual([]);
});

test("a tax invoice that KRA refused is sent again once", async () => {
	const { invoiceId, user } = await anOrder(quietServices());
	const id = `fsd_${Math.random().toString(36).slice(2, 12)}`;
	const row = { id, invoiceId, userId: user.id, state: "refused" as const, failure: "PIN unknown", createdAt: start };
	await writeRows(db, [db.orm.insert(fiscalDocuments).values(row)]);
	await db.commit(
		reportProblem(db, { kind: "tax-invoice", subject: id, about: { fiscalDocumentId: id } }, start),
		start,
	);
	const finance = await aSignedInMember(["finance"]);
	expect(await queueOf(finance.session)).toMatchObject([{ documentFailure: "PIN unknown", customerEmail: user.email }]);
	const form = await formOf(finance.session, `tax-invoice:${id}`);
	const answers = await Promise.all([act(finance, "sign-again", form), act(finance, "sign-again", form)]);
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await auditOf(id)).toMatchObject([{ kind: "fiscal.retried" }]);
	expect(await queueOf(finance.session)).toEqual([]);
});

test("a cancelled plan and a renewal that was not paid wait until someone marks them as handled", async () => {
	const customer = await aCustomer();
	const plan = await aPlan(customer.id, { expiresAt: Date.now() + 20 * DAY });
	await testServices().hosting.cancel({ userId: customer.id }, plan.id);
	const order = await anOrder(quietServices());
	await db.commit(reportProblem(db, { kind: "renewal", subject: order.invoiceId, about: null }, start), start);
	const renewal = `renewal:${order.invoiceId}`;
	const support = await aSignedInMember(["support"]);
	const kinds = async () => (await queueOf(support.session)).map(({ kind }) => kind).toSorted();
	expect(await kinds()).toEqual(["cancellation", "renewal"]);
	const form = await formOf(support.session, renewal);
	expect(await act(support, "handled", { ...form, note: "Called back" })).toMatchObject({ value: { undo: "reopen" } });
	expect(await kinds()).toEqual(["cancellation"]);
	expect(await auditOf(renewal)).toMatchObject([{ kind: "problem.handled", reason: "Called back" }]);
	const done = await formOf(support.session, renewal);
	expect(await act(support, "reopen", done)).toMatchObject({ ok: true });
	expect(await kinds()).toEqual(["cancellation", "renewal"]);
	await testServices().hosting.keep({ userId: customer.id }, plan.id);
	await env.DB.prepare("update invoices set state = 'void' where id = ?").bind(order.invoiceId).run();
	expect(await kinds()).toEqual([]);
	const job = await aStoppedJob();
	expect(await act(support, "handled", await formOf(support.session, job.key))).toMatchObject({
		error: { kind: "conflict" },
	});
});

test("what someone takes is theirs, others see it, and it can be given back", async () => {
	const { key } = await aTicket();
	const one = await aSignedInMember(["support"], { name: "Baraka Mwangi" });
	const two = await aSignedInMember(["support"], { name: "Achieng Odhiambo" });
	const form = await formOf(one.session, key);
	const answers = await Promise.all([one, two].map((who) => act(who, "take", form)));
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
	const [winner, loser] = answers[0]?.ok ? [one, two] : [two, one];
	expect(answers.find(({ ok }) => !ok)).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining(winner.member.name) },
	});
	expect(await queueOf(winner.session, { mine: "1" })).toMatchObject([{ key, takenByName: winner.member.name }]);
	expect(await queueOf(loser.session, { mine: "1" })).toEqual([]);
	expect(await testServices().today.counts(winner.session)).toEqual([{ kind: "ticket", count: 1, mine: 1 }]);
	expect(await act(winner, "release", await formOf(winner.session, key))).toMatchObject({ ok: true });
	expect(await queueOf(loser.session)).toMatchObject([{ key, takenBy: null }]);
	expect((await auditOf(key)).map((entry) => entry.kind)).toEqual(["problem.taken", "problem.released"]);
});

test("what is snoozed comes back at its time, or when someone ends the snooze", async () => {
	const { key } = await aTicket();
	const support = await aSignedInMember(["support"]);
	const form = await formOf(support.session, key);
	expect(await act(support, "snooze", { ...form, for: "time" })).toMatchObject({
		error: { fields: { at: expect.any(String) } },
	});
	expect(await act(support, "snooze", { ...form, for: "time", at: "2020-01-01T08:00" })).toMatchObject({
		error: { fields: { at: expect.any(String) } },
	});
	expect(await act(support, "snooze", { ...form, for: "hour" })).toMatchObject({ ok: true, value: { undo: "wake" } });
	expect(await queueOf(support.session)).toEqual([]);
	expect(await queueOf(support.session, { state: "snoozed" })).toMatchObject([{ key }]);
	// The session is idle by then.
	await env.DB.exec("update staff_sessions set idle_expires_at = 9999999999999, expires_at = 9999999999999");
	const later = testServices({ clock: () => Date.now() + HOUR + MINUTE });
	expect(await queueOf(support.session, {}, later)).toMatchObject([{ key }]);
	expect(await act(support, "wake", await formOf(support.session, key))).toMatchObject({ ok: true });
	expect(await queueOf(support.session)).toMatchObject([{ key }]);
});

test("the list is filtered by kind, and its pages neither repeat nor skip a row", async () => {
	const owner = await aSignedInMember(["owner"]);
	for (let row = 0; row < 60; row += 1) {
		const subject = `openprovider problem ${String(row).padStart(2, "0")}`;
		const at = start - (row % 7) * MINUTE;
		await db.commit(reportProblem(db, { kind: "late-comparison", subject, about: null }, at), at);
	}
	await aTicket();
	const first = await testServices().today.queue(owner.session, query({ part: "registrars" }));
	const second = await testServices().today.queue(
		owner.session,
		query({ part: "registrars", after: first.next ?? "" }),
	);
	expect(first.items).toHaveLength(50);
	expect(second).toMatchObject({ next: null });
	const keys = [...first.items, ...second.items].map(({ key }) => key);
	expect(new Set(keys).size).toBe(60);
	const times = [...first.items, ...second.items].map(({ dueAt }) => dueAt);
	expect(times).toEqual(times.toSorted((one, other) => one - other));
	expect(await queueOf(owner.session, { part: "tickets" })).toHaveLength(1);
	expect(await queueOf(owner.session, { part: "payments" })).toEqual([]);
});

const everyForm = Object.entries(todayActions) as [TodayIntent, (typeof todayActions)[TodayIntent]][];

test.each(everyForm)("%s: a role without the permission changes nothing", async (intent, permission) => {
	const without = roles.find((role) => may([role], "today.view") && !may([role], permission)) as Role;
	const { key } = await aTicket();
	const form = await formOf((await aSignedInMember(["owner"])).session, key);
	const before = await env.DB.prepare("select * from problems").all();
	const someone = await aSignedInMember([without]);
	const fields = { ...form, for: "hour", reason: "x", invoice: "x", customer: "x@example.com", reference: "x" };
	expect(await act(someone, intent, fields)).toMatchObject({ ok: false });
	expect((await env.DB.prepare("select * from problems").all()).results).toEqual(before.results);
});

test("staff get one email when something waits for more than an hour, and health counts what waits", async () => {
	const { id } = await aTicket();
	const mails = () =>
		env.DB.prepare("select count(*) as n from outbox where kind = 'mail.staff-task' and payload like '%queued%'").first(
			"n",
		);
	const at = (ms: number) => testServices({ clock: () => start + ms });
	await at(30 * MINUTE).problems.remind();
	expect(await mails()).toBe(0);
	for (const minutes of [61, 62, 200]) await at(minutes * MINUTE).problems.remind();
	expect(await mails()).toBe(1);
	await at(61 * MINUTE + DAY).problems.remind();
	expect(await mails()).toBe(2);
	expect((await testServices().health.report()).waitingForStaff).toEqual({
		count: 1,
		oldest: new Date(start).toISOString(),
	});
	const owner = await aSignedInMember(["owner"]);
	expect(await queueOf(owner.session)).toHaveLength(1);
	const closed = { intent: "status", version: 0, status: "closed" } as const;
	expect(await testServices().ticketsDesk.change(owner, id, closed)).toMatchObject({ ok: true });
	await at(2 * DAY).problems.remind();
	expect(await env.DB.prepare("select count(*) as n from problems where resolved_at is null").first("n")).toBe(0);
	expect((await testServices().health.report()).waitingForStaff).toEqual({ count: 0, oldest: null });
});

test("the queue reads one range of open problems and finds everything else by its key, at full size too", async () => {
	const owner = await aSignedInMember(["owner"]);
	await aStoppedJob();
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
	const { today } = createServices({ ...env, DB: database }, () => {});
	await loadFullSizeStatistics();
	const filters: Record<string, string>[] = [
		{},
		{ part: "orders" },
		{ mine: "1" },
		{ state: "snoozed" },
		{ state: "done" },
	];
	for (const fields of filters) await today.queue(owner.session, query(fields));
	await today.counts(owner.session);
	expect(queries).toHaveLength(6);
	for (const { sql, values } of queries) {
		expect(await costlySteps(sql, values), sql).toEqual([]);
		const steps = await planOf(sql, values);
		expect(
			steps.filter((step) =>
				/^SCAN (?!problems USING INDEX problems_due|problems USING INDEX problems_open|first_problems|seen|registrar_problems)/.test(
					step,
				),
			),
		).toEqual([]);
		expect(steps.join("\n")).toMatch(
			/problems USING (?:COVERING )?INDEX problems_(?:due|open|open_kind|taken|resolved)\b/,
		);
	}
});
