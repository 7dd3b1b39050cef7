import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { domains, jobs, sandboxRegistry } from "~/db/schema";
import { type DomainIntent, handleDomainForm } from "~/features/services-desk/domain-form";
import { domainsQuerySchema } from "~/features/services-desk/services-desk.schema";
import type { StaffSession } from "~/features/staff/staff";
import { DAY } from "~/lib/durations";
import { createServices } from "~/services.server";
import { aDomain } from "../support/domains";
import { aCustomer, testServices } from "../support/factories";
import { aName, aPendingPayment, quietServices, registration } from "../support/orders";
import { writeRows } from "../support/rows";
import { aSignedInMember } from "../support/staff";
import { listening, loadFullSizeStatistics, planOf } from "../support/statement-plans";

const db = createDatabase(env.DB);

let next = 1;
/** An extension that no other test has. */
const anExtension = () => `x${Date.now().toString(36)}${next++}`;

const listed = async (session: StaffSession, fields: Record<string, string>, services = testServices()) =>
	services.domainsDesk.list(session, domainsQuerySchema.parse(fields));

const namesOf = async (session: StaffSession, fields: Record<string, string>) =>
	(await listed(session, fields)).items.map(({ name }) => name);

const theDomain = async (id: string) => {
	const [row] = await db.read(db.orm.select().from(domains).where(eq(domains.id, id)));
	if (!row) throw new Error("no domain");
	return row;
};

const auditOf = async (id: string) => {
	const { results } = await env.DB.prepare(
		"select kind, reason, params from audit_log where subject_id = ? order by at",
	)
		.bind(id)
		.all<{ kind: string; reason: string | null; params: string }>();
	return results.map(({ params, ...entry }) => ({ ...entry, params: JSON.parse(params) }));
};

const activityOf = async (id: string) => {
	const { results } = await env.DB.prepare(
		"select kind, actor from activity_log where subject_id = ? order by created_at",
	)
		.bind(id)
		.all<{ kind: string; actor: string }>();
	return results;
};

test("the list shows domains by status, registrar, extension, time to the expiry and the start of the name", async () => {
	const { session } = await aSignedInMember(["support"]);
	const customer = await aCustomer();
	const tld = anExtension();
	const now = Date.now();
	const make = (label: string, fields: Parameters<typeof aDomain>[1] = {}) =>
		aDomain(customer.id, { name: `${label}.${tld}`, tld, registrar: "sandbox", ...fields });
	await make("later", { expiresAt: now + 200 * DAY });
	await make("soon", { expiresAt: now + 5 * DAY });
	await make("byhand", { registrar: "manual", expiresAt: now + 300 * DAY });
	await make("over", { status: "expired", expiresAt: now - 2 * DAY });
	await make("waits", { status: "pending" });
	await make("gone", { status: "released" });
	const names = (...labels: string[]) => labels.map((label) => `${label}.${tld}`);
	expect(await namesOf(session, { tld })).toEqual(names("over", "soon", "later", "byhand"));
	expect(await namesOf(session, { tld: `.${tld.toUpperCase()}` })).toHaveLength(4);
	expect(await namesOf(session, { tld, status: "active" })).toEqual(names("soon", "later", "byhand"));
	expect(await namesOf(session, { tld, status: "pending" })).toEqual(names("waits"));
	expect(await namesOf(session, { tld, status: "released" })).toEqual(names("gone"));
	expect(await namesOf(session, { tld, registrar: "manual" })).toEqual(names("byhand"));
	expect(await namesOf(session, { registrar: "manual" })).toEqual(names("byhand"));
	expect(await namesOf(session, { tld, within: "7" })).toEqual(names("soon"));
	expect(await namesOf(session, { q: `soon.${tld}` })).toEqual(names("soon"));
	expect(await namesOf(session, { q: `https://gone.${tld}/`, status: "" }), "also what has ended").toEqual(
		names("gone"),
	);
	expect(await namesOf(session, { q: "soon", status: "released", tld })).toEqual([]);
});

test("the pages of a list have every domain once, also those that expire at the same time", async () => {
	const { session } = await aSignedInMember(["read-only"]);
	const customer = await aCustomer();
	const tld = anExtension();
	const expiresAt = Date.now() + 90 * DAY;
	for (let index = 0; index < 23; index += 1)
		await aDomain(customer.id, { name: `page-${index}.${tld}`, tld, expiresAt });
	const first = await listed(session, { tld });
	const second = await listed(session, { tld, after: first.next ?? "" });
	expect([first.items.length, second.items.length, second.next]).toEqual([20, 3, null]);
	expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(23);
});

test("the pages of a list have every domain once, also those that were never registered", async () => {
	const { session } = await aSignedInMember(["read-only"]);
	const customer = await aCustomer();
	const tld = anExtension();
	const ended = { tld, status: "released" } as const;
	for (let index = 0; index < 21; index += 1) await aDomain(customer.id, { ...ended, name: `never-${index}.${tld}` });
	await writeRows(db, [db.orm.update(domains).set({ expiresAt: null }).where(eq(domains.tld, tld))]);
	await aDomain(customer.id, { ...ended, name: `ended.${tld}`, expiresAt: Date.now() - 90 * DAY });
	const first = await listed(session, { tld, status: "released" });
	const second = await listed(session, { tld, status: "released", after: first.next ?? "" });
	expect([first.items.length, second.items.length, second.next]).toEqual([20, 2, null]);
	expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(22);
	expect(second.items.at(-1)?.name).toBe(`ended.${tld}`);
});

test("every filter of the list reads in the order of an index, so a page is as fast with 250,000 domains", async () => {
	const { session } = await aSignedInMember(["support"]);
	const filters: Record<string, string>[] = [
		{},
		{ q: "duka" },
		{ tld: "co.ke" },
		{ registrar: "sandbox" },
		{ within: "30" },
		{ tld: "co.ke", registrar: "sandbox" },
		{ tld: "co.ke", registrar: "sandbox", status: "active", within: "30" },
		...["active", "expired", "redemption", "pending", "transfer_in", "released"].map((status) => ({ status })),
	];
	await loadFullSizeStatistics();
	for (const fields of filters) {
		const queries: { sql: string; values: readonly unknown[] }[] = [];
		const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
		await createServices({ ...env, DB: database }, () => {}).domainsDesk.list(
			session,
			domainsQuerySchema.parse(fields),
		);
		const [{ sql, values } = { sql: "", values: [] }] = queries;
		const plan = await planOf(sql, values);
		const step = plan.find((one) => / domains USING INDEX/.test(one));
		expect(step, JSON.stringify({ fields, plan })).toBeDefined();
		// Otherwise it reads every domain of the extension until it has found a page of those at a rare registrar.
		if (fields.tld && fields.registrar) expect(step).toContain("domains_registrar_tld (registrar=? AND tld=?");
		expect(plan, JSON.stringify({ fields, plan })).not.toContain("USE TEMP B-TREE FOR ORDER BY");
	}
});

test("a comparison takes over the registrar's expiry date, and its entry says so", async () => {
	const { session } = await aSignedInMember(["support"]);
	const customer = await aCustomer();
	const domain = await aDomain(customer.id);
	const expiresAt = domain.expiresAt + 365 * DAY;
	await writeRows(db, [db.orm.update(sandboxRegistry).set({ expiresAt }).where(eq(sandboxRegistry.name, domain.name))]);
	const services = testServices();
	expect(await services.domainsDesk.compare(session, domain.id)).toMatchObject({
		value: { ended: false, corrected: ["expiresAt"] },
	});
	expect(await theDomain(domain.id)).toMatchObject({ expiresAt });
	expect(await auditOf(domain.id)).toMatchObject([{ kind: "domain.compared", params: { corrected: ["expiresAt"] } }]);
	expect(await services.domainsDesk.compare(session, domain.id)).toMatchObject({ value: { corrected: [] } });
});

test("a registrar that does not answer changes nothing and says so", async () => {
	const { session } = await aSignedInMember(["support"]);
	const domain = await aDomain((await aCustomer()).id);
	const { registrar } = testServices();
	const info = () => Promise.reject(new Error("timeout"));
	const { domainsDesk } = testServices({ registrar: { ...registrar, info } });
	expect(await domainsDesk.compare(session, domain.id)).toMatchObject({ ok: false, error: { kind: "unavailable" } });
	expect(await auditOf(domain.id)).toEqual([]);
});

test("a stopped job is on its domain's page, and completing it by hand activates the domain", async () => {
	const services = quietServices();
	const name = aName("com").replace("fresh", "manual");
	const order = await aPendingPayment(services, { items: [registration(name)] });
	await services.sandbox?.answer(order.ref, "approve");
	const [job] = await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, order.orderId)));
	await services.orders.runJob(job?.id ?? "");
	const { session } = await aSignedInMember(["support"]);
	const [{ id } = { id: "" }] = (await listed(session, { q: name })).items;
	const found = await services.domainsDesk.find(session, id);
	expect(found?.jobs).toMatchObject([{ id: job?.id, state: "action_required", kind: "register_domain" }]);
	const expiresAt = Date.UTC(2028, 0, 15);
	const done = { jobId: job?.id ?? "", ref: "KENIC-7", expiresAt, reason: "Ordered at KeNIC by hand" };
	const other = await aDomain((await aCustomer()).id);
	expect(await services.domainsDesk.completeJob(session, other.id, done), "of another domain").toMatchObject({
		error: { kind: "not_found" },
	});
	expect(await services.domainsDesk.completeJob(session, id, done)).toMatchObject({ ok: true });
	expect(await theDomain(id)).toMatchObject({ status: "active" });
	expect(await auditOf(job?.id ?? "")).toMatchObject([
		{ kind: "job.completed", params: { reference: "KENIC-7", expiresAt }, reason: done.reason },
	]);
});

test("staff read the authorization code of an unlocked domain, and its customer gets an email about it", async () => {
	const { session } = await aSignedInMember(["support"]);
	const domain = await aDomain((await aCustomer()).id);
	const services = quietServices();
	expect(await services.domainsDesk.giveAuthCode(session, domain.id, "Asked by phone")).toMatchObject({
		error: { kind: "conflict", message: expect.stringContaining("locked") },
	});
	const unlock = { version: domain.updatedAt, reason: "Asked by phone" };
	expect(await services.domainsDesk.setLock(session, domain.id, false, unlock)).toMatchObject({ ok: true });
	expect(await services.domainsDesk.giveAuthCode(session, domain.id, "Asked by phone")).toEqual({
		ok: true,
		value: "auth-code-1",
	});
	expect(await auditOf(domain.id)).toMatchObject([
		{ kind: "domain.lock_switched", params: { on: false }, reason: "Asked by phone" },
		{ kind: "domain.auth_code_given", reason: "Asked by phone" },
	]);
	expect(await activityOf(domain.id)).toEqual([
		{ kind: "domain.unlocked", actor: "staff" },
		{ kind: "domain.auth_code", actor: "staff" },
	]);
	const { results } = await env.DB.prepare(
		"select payload ->> '$.change' as what from outbox where kind = 'mail.domain-changed' and payload ->> '$.domainId' = ?",
	)
		.bind(domain.id)
		.all<{ what: string }>();
	expect(results.map(({ what }) => what)).toEqual(["unlocked", "auth-code"]);
});

test("abuse: without the permission, nothing about a domain is read or changed", async () => {
	const { session } = await aSignedInMember(["finance"]);
	const domain = await aDomain((await aCustomer()).id, { locked: false });
	const services = quietServices();
	expect(await services.domainsDesk.giveAuthCode(session, domain.id, "x")).toMatchObject({ ok: false });
	const input = { version: domain.updatedAt, email: "a@kikoa.test", reason: "x" };
	expect(await services.domainsDesk.setLock(session, domain.id, true, input)).toMatchObject({ ok: false });
	expect(await services.domainsDesk.offer(session, domain.id, input)).toMatchObject({ ok: false });
	expect(await theDomain(domain.id)).toMatchObject({ locked: false });
	const catalogue = await aSignedInMember(["catalogue"]);
	expect(await services.domainsDesk.find(catalogue.session, domain.id)).toBeNull();
	expect(await namesOf(catalogue.session, { q: domain.name })).toEqual([]);
});

test("another registrar is recorded once, with the reason, and not over someone else's change", async () => {
	const { session } = await aSignedInMember(["manager"]);
	const domain = await aDomain((await aCustomer()).id, { registrar: "sandbox" });
	const { registrar } = testServices();
	const stops = () =>
		(["sandbox", "manual"] as const).map((id) => ({ id, problem: async () => undefined, reach: async () => {} }));
	const { domainsDesk } = testServices({ registrar: { ...registrar, stops } });
	const input = { version: domain.updatedAt, registrar: "manual" as const, reason: "Moved to KeNIC" };
	const stale = { ...input, version: domain.updatedAt - 1 };
	expect(await domainsDesk.changeRegistrar(session, domain.id, stale)).toMatchObject({
		error: { code: "changed_meanwhile", message: expect.stringContaining("sandbox now") },
	});
	expect(await domainsDesk.changeRegistrar(session, domain.id, input)).toMatchObject({ ok: true });
	expect(await theDomain(domain.id)).toMatchObject({ registrar: "manual", registryId: null });
	expect(await auditOf(domain.id)).toMatchObject([
		{ kind: "domain.registrar_changed", params: { before: "sandbox", after: "manual" }, reason: "Moved to KeNIC" },
	]);
});

test("a registrar that does not have the domain can't be recorded", async () => {
	const { session } = await aSignedInMember(["manager"]);
	const domain = await aDomain((await aCustomer()).id, { registrar: "manual" });
	await env.DB.prepare("delete from sandbox_registry where name = ?").bind(domain.name).run();
	const input = { version: domain.updatedAt, registrar: "sandbox" as const, reason: "x" };
	const { registrar } = testServices();
	const { domainsDesk } = testServices({ registrar: { ...registrar, holderOf: () => "manual" } });
	expect(await domainsDesk.changeRegistrar(session, domain.id, input)).toMatchObject({
		error: { fields: { registrar: expect.stringContaining("does not have") } },
	});
	expect(await theDomain(domain.id)).toMatchObject({ registrar: "manual" });
});

test("staff offer a domain to another customer, who sees the offer until staff withdraw it", async () => {
	const { session } = await aSignedInMember(["support"]);
	const domain = await aDomain((await aCustomer()).id);
	const recipient = await aCustomer();
	const services = quietServices();
	const input = { version: domain.updatedAt, email: recipient.email, reason: "Sold with the shop" };
	expect(await services.domainsDesk.offer(session, domain.id, input)).toMatchObject({ ok: true });
	const waiting = () => services.pushes.waiting({ userId: recipient.id });
	expect(await waiting()).toMatchObject([{ domainId: domain.id }]);
	expect((await services.domainsDesk.find(session, domain.id))?.offer).toMatchObject({
		recipientEmail: recipient.email,
	});
	const withdraw = { version: (await theDomain(domain.id))?.updatedAt ?? 0, reason: "Sold to someone else" };
	expect(await services.domainsDesk.withdrawOffer(session, domain.id, withdraw)).toMatchObject({ ok: true });
	expect(await waiting()).toEqual([]);
	expect((await auditOf(domain.id)).map(({ kind, reason }) => [kind, reason])).toEqual([
		["domain.offered", "Sold with the shop"],
		["domain.offer_withdrawn", "Sold to someone else"],
	]);
});

test("a change of one domain is not made over someone else's, and what takes something away needs a reason", async () => {
	const { session } = await aSignedInMember(["support"]);
	const domain = await aDomain((await aCustomer()).id, { locked: false, autoRenew: true });
	const services = quietServices();
	const recipient = await aCustomer();
	const send = (intent: DomainIntent, fields: Record<string, string | number>) =>
		handleDomainForm(services.domainsDesk, { intent, fields, session }, domain.id);
	const intents = ["lock", "unlock", "auto-renew-on", "auto-renew-off", "offer", "withdraw"] as const;
	const stale = { version: domain.updatedAt - 1, reason: "Asked by phone", email: recipient.email };
	for (const intent of intents)
		expect(await send(intent, stale), intent).toMatchObject({
			error: { kind: "conflict", code: "changed_meanwhile", message: expect.stringContaining("in the meantime") },
		});
	const current = { ...stale, version: domain.updatedAt };
	for (const intent of ["unlock", "auto-renew-off", "offer", "withdraw"] as const)
		expect(await send(intent, { ...current, reason: "" }), intent).toMatchObject({
			error: { fields: { reason: expect.any(String) } },
		});
	expect(await auditOf(domain.id)).toEqual([]);
	expect(await theDomain(domain.id)).toMatchObject({ locked: false, autoRenew: true });

	const both = await Promise.all([send("auto-renew-off", current), send("lock", current)]);
	expect(both.filter(({ ok }) => ok)).toHaveLength(1);
	const [entry, ...others] = await auditOf(domain.id);
	expect([others, ["domain.auto_renew_switched", "domain.lock_switched"].includes(entry?.kind ?? "")]).toEqual([
		[],
		true,
	]);
});
