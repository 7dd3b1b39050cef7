import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { sandboxPanelAccounts, serverAccounts } from "~/db/schema";
import { planExtended } from "~/features/hosting/hosting-changes.server";
import { stopNotice, unpaidNotice } from "~/features/hosting/suspension";
import { plansQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { StaffSession } from "~/features/staff/staff";
import { kenya } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { createServices } from "~/services.server";
import { aCustomer, testServices } from "../support/factories";
import { aPlan, thePlan } from "../support/hosting";
import { quietServices } from "../support/orders";
import { writeRows } from "../support/rows";
import { runDue } from "../support/schedule";
import { aSignedInMember } from "../support/staff";
import { listening, loadFullSizeStatistics, planOf } from "../support/statement-plans";

const db = createDatabase(env.DB);

let next = 1;
const aText = () => `z${Date.now().toString(36)}${next++}`;

const idsOf = async (session: StaffSession, fields: Record<string, string>) =>
	(await testServices().plansDesk.list(session, plansQuerySchema.parse(fields))).items.map(({ id }) => id);

const eventsOf = async (planId: string, kind: string) => {
	const { results } = await env.DB.prepare(
		"select id, state, payload from outbox where kind = ? and payload ->> '$.planId' = ? order by rowid",
	)
		.bind(kind, planId)
		.all<{ id: string; state: string; payload: string }>();
	return results;
};

const auditOf = async (id: string) => {
	const { results } = await env.DB.prepare("select kind, reason from audit_log where subject_id = ? order by at")
		.bind(id)
		.all<{ kind: string; reason: string | null }>();
	return results;
};

/** The reason for which the stand-in of the panel has suspended the account, after all waiting calls. */
async function panelReason(planId: string, services = testServices()) {
	for (const { id, state } of await eventsOf(planId, "hosting.update-account"))
		if (state === "new") await services.outbox.deliver(id);
	const [account] = await db.read(
		db.orm.select().from(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, planId)),
	);
	return account?.suspendReason ?? null;
}

const reason = "Sends spam";

/** A suspension of a plan as its page sends it. */
const aSuspension = async (planId: string, until: number | null = null) => ({
	version: (await thePlan(planId)).updatedAt,
	until,
	reason,
});

test("the list shows plans by status, server, plan, time to the end and the start of the domain", async () => {
	const { session } = await aSignedInMember(["support"]);
	const { id: userId } = await aCustomer();
	const [server, productId, word] = [aText(), aText(), aText()];
	const now = Date.now();
	const later = await aPlan(userId, { productId, domain: `${word}.co.ke`, expiresAt: now + 200 * DAY });
	const soon = await aPlan(userId, { productId, expiresAt: now + 5 * DAY });
	const suspended = await aPlan(userId, { productId, status: "suspended", suspendedReason: "x" });
	const waiting = await aPlan(userId, { productId, status: "pending", expiresAt: null });
	await writeRows(db, [
		db.orm.insert(serverAccounts).values({ account: suspended.id, server, user: "duka1", createdAt: now }),
		db.orm.insert(serverAccounts).values({ account: later.id, server, user: "duka2", createdAt: now }),
	]);
	expect(await idsOf(session, { plan: productId })).toEqual([soon.id, later.id]);
	expect(await idsOf(session, { plan: productId, status: "suspended" })).toEqual([suspended.id]);
	expect(await idsOf(session, { plan: productId, status: "pending" })).toEqual([waiting.id]);
	expect(await idsOf(session, { plan: productId, within: "7" })).toEqual([soon.id]);
	expect(await idsOf(session, { server }), "in every status").toEqual([suspended.id, later.id]);
	expect(await idsOf(session, { server, status: "active" })).toEqual([later.id]);
	expect(await idsOf(session, { q: word })).toEqual([later.id]);
	const { session: catalogue } = await aSignedInMember(["catalogue"]);
	expect(await idsOf(catalogue, { plan: productId })).toEqual([]);
});

test("the pages of a list have every plan once, also those that were never set up", async () => {
	const { session } = await aSignedInMember(["read-only"]);
	const { id: userId } = await aCustomer();
	const productId = aText();
	for (let index = 0; index < 22; index += 1) await aPlan(userId, { productId, status: "terminated", expiresAt: null });
	const { plansDesk } = testServices();
	const query = { plan: productId, status: "terminated" };
	const first = await plansDesk.list(session, plansQuerySchema.parse(query));
	const second = await plansDesk.list(session, plansQuerySchema.parse({ ...query, after: first.next ?? "" }));
	expect([first.items.length, second.items.length, second.next]).toEqual([20, 2, null]);
	expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(22);
});

test("every filter of the list of plans reads in the order of an index", async () => {
	const { session } = await aSignedInMember(["support"]);
	const filters: Record<string, string>[] = [
		{},
		{ q: "duka" },
		{ server: "server-1" },
		{ plan: "shared-business" },
		{ plan: "shared-business", within: "30" },
		{ within: "30" },
		...["active", "suspended", "pending", "terminated"].map((status) => ({ status })),
	];
	await loadFullSizeStatistics();
	for (const fields of filters) {
		const queries: { sql: string; values: readonly unknown[] }[] = [];
		const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
		await createServices({ ...env, DB: database }, () => {}).plansDesk.list(session, plansQuerySchema.parse(fields));
		const [{ sql, values } = { sql: "", values: [] }] = queries;
		const plan = await planOf(sql, values);
		expect(plan, JSON.stringify({ fields, plan })).not.toContain("USE TEMP B-TREE FOR ORDER BY");
	}
});

test("staff suspend a plan with a reason that its customer reads, and end the suspension", async () => {
	const { session } = await aSignedInMember(["support"]);
	const { id: userId } = await aCustomer();
	const { id } = await aPlan(userId);
	const services = quietServices();
	expect(await services.plansDesk.suspend(session, id, await aSuspension(id))).toMatchObject({ ok: true });
	const plan = await thePlan(id);
	expect(plan).toMatchObject({ status: "suspended", suspendedReason: reason, keptUntil: null });
	expect(await panelReason(id)).toBe(reason);
	expect(unpaidNotice(plan, Date.now(), kenya), "not asked to pay").toBeNull();
	expect(stopNotice(plan, kenya)?.text).toContain(reason);
	expect(await eventsOf(id, "mail.plan-suspended")).toHaveLength(1);
	const version = plan.updatedAt;
	expect(await services.plansDesk.unsuspend(session, id, { version, reason: "Solved" })).toMatchObject({ ok: true });
	expect(await thePlan(id)).toMatchObject({ status: "active", suspendedReason: null, suspendedUntil: null });
	expect(await panelReason(id)).toBeNull();
	expect(await auditOf(id)).toEqual([
		{ kind: "plan.suspended_by_staff", reason },
		{ kind: "plan.unsuspended", reason: "Solved" },
	]);
});

test("a suspension until a day ends by itself on that day, and not before", async () => {
	const { session } = await aSignedInMember(["support"]);
	let now = Date.now();
	const services = quietServices({ clock: () => now });
	const { id } = await aPlan((await aCustomer()).id, { expiresAt: now + 90 * DAY });
	const until = now + 3 * DAY;
	expect(await services.plansDesk.suspend(session, id, await aSuspension(id, until))).toMatchObject({ ok: true });
	const work = () => runDue(services, async ({ renewals }) => void (await renewals.overduePlans.queueDue("all")));
	now = until - DAY;
	await work();
	expect(await thePlan(id)).toMatchObject({ status: "suspended" });
	now = until + 1;
	await work();
	expect(await thePlan(id)).toMatchObject({ status: "active", suspendedReason: null });
	expect(await panelReason(id, services)).toBeNull();
	expect((await eventsOf(id, "mail.hosting-changed")).map(({ payload }) => JSON.parse(payload).change)).toEqual([
		"unsuspended",
	]);
});

test("a payment renews a plan that staff have suspended, but does not end the suspension", async () => {
	const { session } = await aSignedInMember(["support"]);
	const services = quietServices();
	const { id } = await aPlan((await aCustomer()).id);
	await services.plansDesk.suspend(session, id, await aSuspension(id));
	const plan = await thePlan(id);
	const expiresAt = (plan.expiresAt ?? 0) + 30 * DAY;
	await db.commit(planExtended(db, plan, { expiresAt, paid: null }, Date.now()), Date.now());
	expect(await thePlan(id)).toMatchObject({ status: "suspended", suspendedReason: reason, expiresAt });
});

test("a plan that someone else has changed is not suspended, and the conflict says what it is now", async () => {
	const { session } = await aSignedInMember(["support"]);
	const services = quietServices();
	const { id } = await aPlan((await aCustomer()).id);
	const form = await aSuspension(id);
	await services.plansDesk.suspend(session, id, form);
	expect(await services.plansDesk.suspend(session, id, form)).toMatchObject({
		error: { code: "changed_meanwhile", message: expect.stringContaining("It is suspended now") },
	});
	expect(await eventsOf(id, "mail.plan-suspended")).toHaveLength(1);
});

test("a plan that is not paid is not freed by hand", async () => {
	const { session } = await aSignedInMember(["manager"]);
	const now = Date.now();
	const plan = await aPlan((await aCustomer()).id, { status: "suspended", keptUntil: now + DAY, expiresAt: now - DAY });
	const input = { version: plan.updatedAt, reason: "Promised to pay" };
	expect(await testServices().plansDesk.unsuspend(session, plan.id, input)).toMatchObject({
		error: { kind: "conflict" },
	});
	expect(await thePlan(plan.id)).toMatchObject({ status: "suspended" });
});

test("abuse: only roles that may end services end a plan", async () => {
	const { id, updatedAt: version } = await aPlan((await aCustomer()).id);
	const services = quietServices();
	const support = await aSignedInMember(["support"]);
	expect(await services.plansDesk.end(support.session, id, { version, reason })).toMatchObject({ ok: false });
	expect(await thePlan(id)).toMatchObject({ status: "active", endedReason: null });
	const manager = await aSignedInMember(["manager"]);
	expect(await services.plansDesk.end(manager.session, id, { version, reason })).toMatchObject({ ok: true });
	expect(await thePlan(id)).toMatchObject({ status: "suspended", endedReason: reason });
	expect(await auditOf(id)).toEqual([{ kind: "plan.ended_by_staff", reason }]);
});

test("staff order another plan for a customer, who is told about the invoice", async () => {
	const { session } = await aSignedInMember(["support"]);
	const { id: userId } = await aCustomer();
	const { id } = await aPlan(userId);
	const services = quietServices();
	const options = await services.planChanges.options({ userId }, id);
	const larger = options?.alternatives.at(-1);
	if (!larger?.quote.ok) throw new Error("no larger plan");
	const { total, credit } = larger.quote.value;
	const input = { to: larger.product.id, total: total.amount, credit: credit.amount, key: "k".repeat(24), reason };
	const wrong = { ...input, total: 1, key: "w".repeat(24) };
	expect(await services.plansDesk.changePlan(session, id, wrong)).toMatchObject({ error: { code: "price_changed" } });
	const ordered = await services.plansDesk.changePlan(session, id, input);
	if (!ordered.ok || ordered.value === null) throw new Error("nothing to pay");
	expect(await services.plansDesk.changePlan(session, id, input), "sent twice").toEqual(ordered);
	expect((await services.notifications.list({ userId })).items).toMatchObject([
		{ kind: "hosting.change_prepared", params: { invoiceId: ordered.value } },
	]);
	expect(await auditOf(id)).toEqual([{ kind: "plan.change_ordered", reason }]);
	expect(await thePlan(id), "not paid yet").toMatchObject({ productId: "shared-business" });
	const finance = await aSignedInMember(["finance"]);
	const other = { ...input, key: "o".repeat(24) };
	expect(await services.plansDesk.changePlan(finance.session, id, other)).toMatchObject({ ok: false });
});
