import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { maxAttempts } from "~/features/outbox/outbox";
import type { Role } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { loader as seeAction, action as stopAction } from "~/routes/desk/bulk-action";
import { loader as listActions } from "~/routes/desk/bulk-actions";
import { loader as previewDomains, action as startDomains } from "~/routes/desk/selected-domains";
import { loader as previewPlans, action as startPlans } from "~/routes/desk/selected-plans";
import { createServices, type Services } from "~/services.server";
import { aDomain } from "../support/domains";
import { aCustomer } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { aPlan, thePlan } from "../support/hosting";
import { quietServices } from "../support/orders";
import { aMember, aSignedInMember, deskArgs, statusOf } from "../support/staff";
import { costlySteps, listening, loadFullSizeStatistics } from "../support/statement-plans";

const reason = "Asked by phone";

type Answer = Awaited<ReturnType<typeof previewDomains>>;
type Preview = NonNullable<Extract<Answer, { preview: unknown }>["preview"]>;

/** Someone at the desk, who previews and starts bulk actions. */
async function aPerson(roles: readonly Role[] = ["support"], services: Services = quietServices()) {
	const { member, cookie, session } = await aSignedInMember(roles, { name: "Baraka Mwangi" });
	const routes = {
		domains: { preview: previewDomains, start: startDomains },
		hosting: { preview: previewPlans, start: startPlans },
	};
	async function preview(list: keyof typeof routes, query: string) {
		const address = `/desk/${list}/selected?${query}`;
		const shown = (await routes[list].preview(deskArgs({ services, cookie, address }) as never)) as Answer;
		const page = "preview" in shown ? shown.preview : null;
		const start = (fields: Record<string, string> = {}) => {
			const form = { intent: page?.change ?? "", ...page?.sent, reason, ...fields };
			return routes[list].start(deskArgs({ services, cookie, address, form }) as never);
		};
		return { shown, page: page as Preview, start };
	}
	return {
		...{ member, cookie, session, services, preview },
		async start(list: keyof typeof routes, query: string, fields?: Record<string, string>): Promise<string> {
			return bulkIdOf(await (await preview(list, query)).start(fields));
		},
		async see(bulkId: string, query = "") {
			const address = `/desk/bulk-actions/${bulkId}${query}`;
			const found = await seeAction(deskArgs({ services, cookie, address, params: { bulkId } }) as never);
			return found.action;
		},
	};
}

function bulkIdOf(answer: unknown): string {
	const address = answer instanceof Response ? answer.headers.get("Location") : null;
	if (!address) throw new Error(`Nothing was started: ${JSON.stringify(answer)}`);
	return address.slice("/desk/bulk-actions/".length);
}

const rowsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => `row=${id}`).join("&");

/** Events of the action that are in a state, in their order. */
async function eventsOf(bulkId: string, state = "new") {
	const { results } = await env.DB.prepare(
		"select id, kind from outbox where kind like 'bulk.%' and payload ->> '$.bulkId' = ? and state = ? order by rowid",
	)
		.bind(bulkId, state)
		.all<{ id: string; kind: string }>();
	return results;
}

/** Delivers the action's events as its queue does. */
async function deliver(bulkId: string, services: Services): Promise<void> {
	for (let events = await eventsOf(bulkId); events.length > 0; events = await eventsOf(bulkId))
		for (const { id } of events) await services.outbox.deliver(id);
}

const auditOf = async (id: string) => {
	const { results } = await env.DB.prepare(
		"select kind, reason, staff_id as staffId, place, request_id as requestId from audit_log where subject_id = ? order by rowid",
	)
		.bind(id)
		.all<{ kind: string; reason: string | null; staffId: string; place: string; requestId: string }>();
	return results;
};

const countOf = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(`select count(*) as count from ${sql}`)
		.bind(...values)
		.first<number>("count");

const emailsTo = (userId: string) => countOf("outbox where kind like 'mail.%' and user_id = ?", userId);

const isLocked = (id: string) => env.DB.prepare("select locked from domains where id = ?").bind(id).first("locked");

const statesOf = (rows: readonly { name: string; state: string; message: string | null }[]) =>
	rows.map(({ name, state, message }) => [name, state, message]);

const unlockedDomains = async (count: number) => {
	const { id } = await aCustomer();
	const made = [];
	for (let index = 0; index < count; index += 1) made.push(await aDomain(id, { locked: false }));
	return made;
};

test("the preview says in words what happens, the action does exactly that, and each row has its own result", async () => {
	const person = await aPerson();
	const { services, session } = person;
	const { id: userId } = await aCustomer();
	const plans = [
		await aPlan(userId, { name: "A" }),
		await aPlan(userId, { name: "B" }),
		await aPlan(userId, { name: "C", status: "suspended", suspendedReason: "Earlier" }),
	];
	const [first, second] = plans;
	const { page, start } = await person.preview("hosting", `change=suspend&${rowsOf(plans)}&row=hst_none`);
	expect(page).toMatchObject({
		effect: "2 suspended, 2 emails, 1 unchanged",
		missing: 1,
		reasons: [{ text: "It is suspended already.", count: 1 }],
	});
	expect(statusOf(await start({ reason: "" })), "without a reason").toBe(400);
	expect(await start({ until: "2020-01-01" })).toMatchObject({
		data: { failure: { fields: { until: expect.anything() } } },
	});

	const bulkId = bulkIdOf(await start());
	expect(await auditOf(bulkId)).toMatchObject([{ kind: "bulk.started", reason, staffId: person.member.id }]);
	expect(await person.see(bulkId)).toMatchObject({ state: "running", counts: { waiting: 2, done: 0, refused: 1 } });
	expect(await thePlan(first?.id ?? "")).toMatchObject({ status: "active" });

	// The person goes home, and someone else changes a plan.
	await services.staff.sessions.end(session);
	const other = await aPerson();
	const version = (await thePlan(second?.id ?? "")).updatedAt;
	await services.plansDesk.suspend(other.session, second?.id ?? "", { version, until: null, reason: "Sends spam" });
	await deliver(bulkId, services);

	const done = await other.see(bulkId);
	expect(done).toMatchObject({
		state: "partly",
		by: "Baraka Mwangi",
		reason,
		result: "1 suspended, 1 email, 2 refused.",
	});
	expect(statesOf(done.rows)).toEqual([
		["A", "done", null],
		["B", "refused", "It is suspended already."],
		["C", "refused", "It is suspended already."],
	]);
	expect(done.rows[0]?.to).toBe(`/desk/hosting/${first?.id}`);
	expect((await other.see(bulkId, "?state=done")).rows).toMatchObject([{ name: "A" }]);
	expect(await thePlan(first?.id ?? "")).toMatchObject({ status: "suspended", suspendedReason: reason });
	expect(await emailsTo(userId), "A and B").toBe(2);
	expect(await auditOf(first?.id ?? "")).toEqual([
		{
			kind: "plan.suspended_by_staff",
			reason,
			staffId: person.member.id,
			place: "Kisumu, Kenya",
			requestId: "test-request",
		},
	]);
	const list = await listActions(deskArgs({ services, cookie: other.cookie, address: "/desk/bulk-actions" }) as never);
	expect(list.rows[0]).toMatchObject({ id: bulkId, title: "Suspend: 3 plans", state: "partly" });
});

test("crashes between two rows and repeated deliveries change each row once", async () => {
	const person = await aPerson();
	const { services } = person;
	const { id: userId } = await aCustomer();
	const rows = [];
	for (let index = 0; index < 4; index += 1) rows.push(await aDomain(userId, { locked: true }));
	const bulkId = await person.start("domains", `change=unlock&${rowsOf(rows)}`);
	const [start] = await eventsOf(bulkId);
	await Promise.all([services.outbox.deliver(start?.id ?? ""), services.outbox.deliver(start?.id ?? "")]);
	await services.bulkActions.queueRows({ bulkId });
	const events = await eventsOf(bulkId);
	expect(events).toHaveLength(4);

	await services.outbox.deliver(events[0]?.id ?? "");
	await services.outbox.deliver(events[1]?.id ?? "");
	// One consumer has crashed after its commit, another before it. Their leases are over.
	const crashed = "update outbox set state = 'sending', attempts = 1, lease_until = ? where id in (?, ?)";
	await env.DB.prepare(crashed)
		.bind(Date.now() - 1, events[1]?.id, events[2]?.id)
		.run();
	await services.outbox.sweep();
	const copies = [...events, ...events].map(({ id }) => id);
	await Promise.all(copies.map((id) => quietServices().outbox.deliver(id)));
	const places = rows.map((_, position) => ({ bulkId, position }));
	await Promise.all([...places, ...places].map((place) => quietServices().bulkActions.runRow(place)));

	expect((await person.see(bulkId)).counts).toEqual({ waiting: 0, done: 4, refused: 0, failed: 0 });
	for (const { id } of rows) {
		expect(await isLocked(id)).toBe(0);
		expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(["domain.lock_switched"]);
	}
	expect(await emailsTo(userId)).toBe(4);
});

test("two deliveries that change a row at the same time change it once", async () => {
	const person = await aPerson();
	const [domain] = await unlockedDomains(1);
	const bulkId = await person.start("domains", `change=compare&row=${domain?.id}`);
	const place = { bulkId, position: 0 };
	await Promise.all([1, 2, 3].map(() => quietServices().bulkActions.runRow(place)));
	expect((await person.see(bulkId)).rows).toMatchObject([{ state: "done", message: expect.stringMatching(/\.$/) }]);
	expect(await auditOf(domain?.id ?? "")).toHaveLength(1);
});

test("a row is refused if its domain has changed since the start, or if the person has lost the permission", async () => {
	const person = await aPerson();
	const { services, member } = person;
	const [changed, open] = await unlockedDomains(2);
	const bulkId = await person.start("domains", `change=lock&${rowsOf([changed, open].flatMap((row) => row ?? []))}`);
	await env.DB.prepare("update domains set updated_at = updated_at + 1 where id = ?").bind(changed?.id).run();
	const other = await aPerson();
	await services.outbox.deliver((await eventsOf(bulkId))[0]?.id ?? "");
	await env.DB.prepare("update staff_roles set role = 'finance' where staff_id = ?").bind(member.id).run();
	const [first, second] = await eventsOf(bulkId);
	const names = (await other.see(bulkId)).rows.map(({ name }) => name);
	await services.outbox.deliver((names[0] === open?.name ? first : second)?.id ?? "");
	expect(await isLocked(open?.id ?? "")).toBe(0);
	await env.DB.prepare("update staff_roles set role = 'support' where staff_id = ?").bind(member.id).run();
	await deliver(bulkId, services);
	expect(Object.fromEntries((await other.see(bulkId)).rows.map(({ name, message }) => [name, message]))).toEqual({
		[open?.name ?? ""]: "Baraka Mwangi may not do this any more.",
		[changed?.name ?? ""]: "It was changed in the meantime. Check it, then try again.",
	});
	expect([await isLocked(changed?.id ?? ""), await isLocked(open?.id ?? "")]).toEqual([0, 0]);
	expect([...(await auditOf(open?.id ?? "")), ...(await auditOf(changed?.id ?? ""))]).toEqual([]);
});

test("a disabled person's bulk action changes nothing more", async () => {
	const person = await aPerson();
	const [domain] = await unlockedDomains(1);
	const bulkId = await person.start("domains", `change=lock&row=${domain?.id}`);
	await env.DB.prepare("update staff set status = 'disabled' where id = ?").bind(person.member.id).run();
	await deliver(bulkId, person.services);
	expect((await (await aPerson()).see(bulkId)).rows).toMatchObject([{ state: "refused" }]);
	expect(await isLocked(domain?.id ?? "")).toBe(0);
});

test("the commit itself checks the permission of the person whose stored work it is", async () => {
	const { domainsDesk } = quietServices();
	const [domain] = await unlockedDomains(1);
	const { id, updatedAt: version } = domain ?? { id: "", updatedAt: 0 };
	const finance = await aMember(["finance"]);
	const actor = { staffId: finance.id, place: "Kenya", requestId: "test-request" };
	const settled = () => ({ parts: [] });
	expect(await domainsDesk.changeSelected(actor, "lock", { id, version }, {}, settled)).toMatchObject({
		error: { kind: "conflict" },
	});
	expect(await isLocked(id)).toBe(0);
});

test("a row whose registrar does not answer is tried for hours, fails visibly, and can be tried again", async () => {
	expectConsoleError();
	let now = Date.now();
	const isDown = { value: true };
	const working = quietServices().registrar;
	const registrar = {
		...working,
		info: (...held: Parameters<typeof working.info>) =>
			isDown.value ? Promise.reject(new Error("no answer")) : working.info(...held),
	};
	const person = await aPerson(["support"], quietServices({ clock: () => now, registrar }));
	const { services } = person;
	const [domain] = await unlockedDomains(1);
	const released = await aDomain((await aCustomer()).id);
	const bulkId = await person.start("domains", `change=compare&${rowsOf(domain ? [domain, released] : [])}`);
	await env.DB.prepare("update domains set status = 'released' where id = ?").bind(released.id).run();
	await deliverDue(bulkId, services);
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		await deliverDue(bulkId, services);
		now += 3 * HOUR;
		await keepSignedIn(person.session, now);
		if (attempt === 0)
			expect((await person.see(bulkId, "?state=waiting")).rows).toMatchObject([
				{ message: expect.stringContaining("does not answer") },
			]);
	}
	const failed = await person.see(bulkId);
	expect(failed.counts).toEqual({ waiting: 0, done: 0, refused: 1, failed: 1 });
	expect((await person.see(bulkId, "?state=failed")).rows).toMatchObject([
		{ name: domain?.name, message: expect.stringContaining("does not answer") },
	]);
	expect(await eventsOf(bulkId, "dead")).toHaveLength(1);
	expect(await countOf("problems where kind = 'events' and subject like 'bulk.row %' and resolved_at is null")).toBe(1);

	isDown.value = false;
	const query = failed.again?.split("?")[1] ?? "";
	const { page, start } = await person.preview("domains", query);
	expect(page).toMatchObject({ effect: "1 compared, 1 unchanged", reasons: [{ text: "It is not registered." }] });
	const again = bulkIdOf(await start());
	expect(await eventsOf(bulkId, "dead"), "the new events do their work").toEqual([]);
	await deliver(again, services);
	expect(await person.see(again)).toMatchObject({ retryOf: bulkId, counts: { done: 1, refused: 1 } });
	expect((await person.see(bulkId)).retries).toMatchObject([{ id: again }]);
});

test("a dead letter that staff deliver again from the queue of the desk settles its row", async () => {
	expectConsoleError();
	const person = await aPerson();
	const { services } = person;
	const [domain] = await unlockedDomains(1);
	const bulkId = await person.start("domains", `change=lock&row=${domain?.id}`);
	await services.bulkActions.queueRows({ bulkId });
	const event = (await eventsOf(bulkId)).find(({ kind }) => kind === "bulk.row");
	await services.outbox.markDeadLetter(event?.id ?? "");
	expect((await person.see(bulkId)).counts).toMatchObject({ failed: 1 });
	const { session } = await aSignedInMember(["owner"]);
	expect(await services.outbox.retry(session, event?.id ?? "")).toMatchObject({ ok: true });
	await services.outbox.deliver(event?.id ?? "");
	expect((await person.see(bulkId)).counts).toMatchObject({ failed: 0, done: 1 });
	expect(await isLocked(domain?.id ?? "")).toBe(1);
});

test("a preview that is out of date starts nothing, and a form sent twice starts one action", async () => {
	const person = await aPerson();
	const [one, two] = await unlockedDomains(2);
	const query = `change=lock&${rowsOf([one, two].flatMap((row) => row ?? []))}`;
	const old = await person.preview("domains", query);
	await env.DB.prepare("update domains set locked = 1, updated_at = updated_at + 1 where id = ?").bind(one?.id).run();
	expect(await old.start()).toMatchObject({ data: { failure: { kind: "conflict", code: "changed_meanwhile" } } });
	const fresh = await person.preview("domains", query);
	expect(fresh.page.effect).toBe("1 locked, 1 unchanged");
	const sent = await Promise.all([fresh.start(), fresh.start()]);
	expect(new Set(sent.map(bulkIdOf)).size).toBe(1);
	const bulkId = bulkIdOf(await fresh.start());
	expect(await countOf("bulk_actions where staff_id = ?", person.member.id)).toBe(1);
	expect((await eventsOf(bulkId)).map(({ kind }) => kind)).toEqual(["bulk.start"]);
	const nothing = await person.preview("domains", `change=lock&row=${one?.id}`);
	expect(await nothing.start()).toMatchObject({ data: { failure: { message: "This would change nothing." } } });
});

test("the preview predicts what only the registrar or the registry's rules refuse", async () => {
	const person = await aPerson();
	const { id: userId } = await aCustomer();
	const now = Date.now();
	const waiting = await aDomain(userId, { locked: true, transferLockedUntil: now + 30 * DAY });
	const over = await aDomain(userId, { locked: true, transferLockedUntil: now - MINUTE });
	const unlock = await person.preview("domains", `change=unlock&${rowsOf([waiting, over])}`);
	expect(unlock.page).toMatchObject({
		effect: "1 unlocked, 1 email, 1 unchanged",
		reasons: [{ text: expect.stringContaining("because its registrant has changed") }],
	});
	const registrar = { ...person.services.registrar, readable: () => [] };
	const byHand = await aPerson(["support"], quietServices({ registrar }));
	const compare = await byHand.preview("domains", `change=compare&row=${over.id}`);
	expect(compare.page).toMatchObject({ changes: 0, reasons: [{ text: "Its registrar can't be read." }] });
});

test("an invalid filter never selects every row of a list, and starts nothing", async () => {
	const person = await aPerson();
	const { id: userId } = await aCustomer();
	await aDomain(userId, { locked: false });
	await aPlan(userId);
	const started = () => env.DB.prepare("select count(*) as count from bulk_actions").first<number>("count");
	const before = await started();
	for (const [list, change, filters] of [
		["domains", "lock", "status=gone"],
		["domains", "lock", "registrar=none"],
		["domains", "lock", "within=9"],
		["domains", "lock", `q=${"x".repeat(101)}`],
		["hosting", "suspend", "status=gone"],
		["hosting", "suspend", `server=${"x".repeat(101)}`],
	] as const) {
		const [name = ""] = filters.split("=");
		const valid = await person.preview(list, `change=${change}&all=on`);
		expect(valid.page.count, list).toBeGreaterThan(0);
		const { shown, page } = await person.preview(list, `change=${change}&all=on&${filters}`);
		expect(page, filters).toBeNull();
		expect(shown, filters).toMatchObject({
			data: { preview: null, problem: expect.stringContaining(`${name}: `) },
			init: { status: 400 },
		});
		const { cookie, services } = person;
		const routes = { domains: startDomains, hosting: startPlans };
		const form = { intent: change, ...valid.page.sent, reason };
		const address = `/desk/${list}/selected?change=${change}&all=on&${filters}`;
		expect(await routes[list](deskArgs({ services, cookie, address, form }) as never), filters).toMatchObject({
			data: { failure: { fields: { [name]: expect.any(String) } } },
			init: { status: 400 },
		});
	}
	expect(await started()).toBe(before);
});

test("every row that matches the list's filters is changed, up to 5,000, and one more is refused with advice", async () => {
	const person = await aPerson();
	const { id: userId } = await aCustomer();
	const tld = `b${Date.now().toString(36)}`;
	const insert = `with recursive n(i) as (select 0 union all select i + 1 from n where i < 5000)
		insert into domains (id, user_id, name, tld, status, nameservers, locked, expires_at, created_at, updated_at)
		select 'dom_${tld}' || i, ?1, 'd' || i || '.${tld}', '${tld}', 'active', '[]', 0, ?2, 0, 0 from n`;
	await env.DB.prepare(insert)
		.bind(userId, Date.now() + 90 * DAY)
		.run();
	const list = `change=lock&all=on&tld=${tld}`;
	const tooMany = await person.preview("domains", list);
	expect(tooMany.shown).toMatchObject({
		data: { problem: expect.stringContaining("more than 5,000 rows") },
		init: { status: 400 },
	});
	await env.DB.prepare(`update domains set locked = 1 where id = 'dom_${tld}1'`).run();
	await env.DB.prepare(`delete from domains where id = 'dom_${tld}0'`).run();
	const { page, start } = await person.preview("domains", list);
	expect(page).toMatchObject({ effect: "4,999 locked, 1 unchanged", count: 5_000 });
	expect(page.rows.length, "the page stays small").toBeLessThanOrEqual(100);
	expect(page.rows[0], "what does not change comes first").toMatchObject({ name: `d1.${tld}` });
	const bulkId = bulkIdOf(await start());
	const [event] = await eventsOf(bulkId);
	await person.services.outbox.deliver(event?.id ?? "");
	expect(await eventsOf(bulkId)).toHaveLength(4_999);
	for (const { id } of (await eventsOf(bulkId)).slice(0, 2)) await person.services.outbox.deliver(id);
	const { counts, rows, next } = await person.see(bulkId);
	expect(counts).toEqual({ waiting: 4_997, done: 2, refused: 1, failed: 0 });
	const second = await person.see(bulkId, `?after=${next}`);
	expect(second.rows.filter(({ id }) => rows.some((row) => row.id === id))).toEqual([]);
	expect(second.rows).toHaveLength(rows.length);
});

test("a stopped bulk action leaves the rest as it is", async () => {
	const person = await aPerson();
	const { services, cookie } = person;
	const rows = await unlockedDomains(3);
	const bulkId = await person.start("domains", `change=lock&${rowsOf(rows)}`);
	const [start] = await eventsOf(bulkId);
	await services.outbox.deliver(start?.id ?? "");
	const [first] = await eventsOf(bulkId);
	await services.outbox.deliver(first?.id ?? "");
	const stop = () => {
		const address = `/desk/bulk-actions/${bulkId}`;
		return stopAction(deskArgs({ services, cookie, address, params: { bulkId }, form: { intent: "stop" } }) as never);
	};
	expect(statusOf(await stop())).toBe(303);
	await deliver(bulkId, services);
	expect(await person.see(bulkId)).toMatchObject({ counts: { done: 1, refused: 2 }, state: "partly" });
	expect((await person.see(bulkId, "?state=refused")).rows[0]?.message).toContain("Baraka Mwangi stopped");
	expect(
		await countOf(`domains where locked = 1 and id in (${rows.map(() => "?").join()})`, ...rows.map(({ id }) => id)),
	).toBe(1);
	expect((await auditOf(bulkId)).map(({ kind }) => kind)).toEqual(["bulk.started", "bulk.stopped"]);
	expect(statusOf(await stop()), "nothing waits").toBe(409);
});

test("only someone who may end plans starts that, and no one's session starts it without the permission", async () => {
	const { id: userId } = await aCustomer();
	const plan = await aPlan(userId);
	const support = await aPerson(["support"]);
	const { start } = await support.preview("hosting", `change=end&row=${plan.id}`);
	await expect(start()).rejects.toMatchObject({ init: { status: 404 } });
	const manager = await aPerson(["manager"]);
	const bulkId = await manager.start("hosting", `change=end&row=${plan.id}`);
	await deliver(bulkId, manager.services);
	expect(await manager.see(bulkId)).toMatchObject({ result: "1 ended, 1 email.", state: "done", again: null });
	const { rows } = await manager.see(bulkId);
	const action = { subject: "plan", change: "end", rows: [], input: {}, retryOf: null, seen: "", key: "x" } as const;
	expect(rows).toHaveLength(1);
	expect(await support.services.bulkActions.start(support.session, support.member, action)).toMatchObject({
		ok: false,
	});
});

test("finished bulk actions are deleted after 90 days, with their rows", async () => {
	const person = await aPerson();
	const [domain] = await unlockedDomains(1);
	const bulkId = await person.start("domains", `change=lock&row=${domain?.id}`);
	const upkeepAt = (days: number) => quietServices({ clock: () => Date.now() + days * DAY }).upkeep.cleanUp();
	await upkeepAt(89);
	expect(await countOf("bulk_rows where bulk_id = ?", bulkId)).toBe(1);
	await upkeepAt(91);
	expect(await countOf("bulk_rows where bulk_id = ?", bulkId)).toBe(0);
	expect(await countOf("bulk_actions where id = ?", bulkId)).toBe(0);
});

test("the pages of bulk actions read their rows by an index, in one round trip", async () => {
	const person = await aPerson();
	const { cookie } = person;
	const [domain] = await unlockedDomains(1);
	const bulkId = await person.start("domains", `change=lock&row=${domain?.id}`);
	await loadFullSizeStatistics();
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
	const services = createServices({ ...env, DB: database }, () => {});
	const address = `/desk/bulk-actions/${bulkId}?state=failed`;
	await seeAction(deskArgs({ services, cookie, address, params: { bulkId } }) as never);
	expect(services.db.roundTrips).toBe(1);
	await listActions(deskArgs({ services, cookie, address: "/desk/bulk-actions" }) as never);
	await services.bulkActions.runRow({ bulkId, position: 0 });
	await previewDomains(
		deskArgs({ services, cookie, address: `/desk/domains/selected?change=lock&again=${bulkId}` }) as never,
	);
	expect(queries.length).toBeGreaterThan(6);
	for (const { sql, values } of queries) expect(await costlySteps(sql, values), sql).toEqual([]);
});

/** The action's events, each once. Those that are due by the services' clock are handled. */
async function deliverDue(bulkId: string, { outbox }: Services): Promise<void> {
	for (const { id } of await eventsOf(bulkId)) await outbox.deliver(id);
}

const keepSignedIn = ({ staffHash }: StaffSession, now: number) =>
	env.DB.prepare("update staff_sessions set idle_expires_at = ?1, expires_at = ?1 where token_hash = ?2")
		.bind(now + HOUR, staffHash)
		.run();
