import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { ownedBy } from "~/db/owner";
import { users } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { sha256Hex } from "~/lib/sha256";
import { aCustomer, aSession, testServices } from "../support/factories";
import { writeRows } from "../support/rows";

const viewerOf = (cookie: string, services = testServices()) => services.sessions.viewer({ cookie });

test("a session identifies its account, and D1 has only the hash of its token", async () => {
	const user = await aCustomer();
	const { cookie, token, sessionId } = await aSession(user);
	expect(await viewerOf(cookie).customer()).toMatchObject({ id: user.id, sessionId, email: user.email });
	const rows = await env.DB.prepare("select * from sessions where user_id = ?").bind(user.id).all();
	expect(JSON.stringify(rows.results)).not.toContain(token);
	expect(rows.results[0]?.token_hash).toBe(sha256Hex(token));
});

test("the session is read in the same round trip as other reads, and only once", async () => {
	const user = await aCustomer();
	const { cookie } = await aSession(user);
	const services = testServices();
	const viewer = viewerOf(cookie, services);
	const mine = services.db.read(services.db.orm.select().from(users).where(eq(users.id, user.id)));
	const [customer, rows, again] = await Promise.all([viewer.customer(), mine, viewer.customer()]);
	expect(customer?.id).toBe(rows[0]?.id);
	expect(again).toEqual(customer);
	expect(services.db.roundTrips).toBe(1);
});

test("signing in ends the browser's previous session", async () => {
	const user = await aCustomer();
	const before = await aSession(user);
	const services = testServices();
	const client = { userAgent: "", country: null, city: null, key: "192.0.2.1" };
	const started = await services.sessions.start({
		userId: user.id,
		remembered: false,
		client,
		previousToken: before.token,
	});
	expect(started.ok && started.value.token).not.toBe(before.token);
	expect(await viewerOf(before.cookie).customer()).toBeNull();
});

test("a signed-out cookie has no account", async () => {
	const { cookie } = await aSession(await aCustomer());
	const services = testServices();
	await services.sessions.end(viewerOf(cookie).owner);
	expect(await viewerOf(cookie).customer()).toBeNull();
});

test("a revoked session is refused from the next request on, and the current one stays", async () => {
	const user = await aCustomer();
	const here = await aSession(user);
	const there = await aSession(user);
	const services = testServices();
	const owner = viewerOf(here.cookie).owner;
	if (!owner) throw new Error("no owner");
	expect(await services.accountSettings.endSignIn(owner, there.sessionId)).toMatchObject({ ok: true });
	expect(await viewerOf(there.cookie).customer()).toBeNull();
	expect(await viewerOf(here.cookie).customer()).not.toBeNull();
});

test.each([
	{ remembered: false, idle: 12 * HOUR, absolute: 24 * HOUR },
	{ remembered: true, idle: 14 * DAY, absolute: 90 * DAY },
])("idle and absolute expiry, remembered: $remembered", async ({ remembered, idle, absolute }) => {
	const start = Date.now();
	const { cookie } = await aSession(await aCustomer(), { remembered, services: testServices({ clock: () => start }) });
	const at = (time: number) => testServices({ clock: () => start + time });
	/** Rows that a statement finds for the owner at that time, without an earlier check. */
	const rowsAt = async (time: number) => {
		const { db, sessions } = at(time);
		const { owner } = sessions.viewer({ cookie });
		if (!owner) throw new Error("no owner");
		return db.read(
			db.orm
				.select({ id: users.id })
				.from(users)
				.where(ownedBy(users.id, owner, start + time)),
		);
	};
	expect(await viewerOf(cookie, at(idle - 1)).customer()).not.toBeNull();
	expect(await viewerOf(cookie, at(idle)).customer()).toBeNull();
	expect([(await rowsAt(idle - 1)).length, (await rowsAt(idle)).length]).toEqual([1, 0]);
	for (let time = 0; time < absolute; time += idle - MINUTE) {
		const viewer = viewerOf(cookie, at(time));
		expect(await viewer.customer(), `after ${time} ms`).not.toBeNull();
		await viewer.keepAlive();
	}
	expect(await viewerOf(cookie, at(absolute - 1)).customer()).not.toBeNull();
	expect(await viewerOf(cookie, at(absolute)).customer()).toBeNull();
	expect([(await rowsAt(absolute - 1)).length, (await rowsAt(absolute)).length]).toEqual([1, 0]);
});

test("a session in use is written at most once in a few minutes", async () => {
	const start = Date.now();
	const { cookie } = await aSession(await aCustomer(), { services: testServices({ clock: () => start }) });
	const services = testServices({ clock: () => start + 4 * MINUTE });
	const viewer = viewerOf(cookie, services);
	await viewer.customer();
	await viewer.keepAlive();
	expect(services.db.roundTrips).toBe(1);
});

test("tampered, oversized and duplicate cookies have no account", async () => {
	const { cookie, token } = await aSession(await aCustomer());
	const hostile = [
		`${cookie}x`,
		cookie.slice(0, -1),
		`${cookie}; ${cookie}`,
		`__Host-session=${"a".repeat(43)}; ${cookie}`,
		`__Host-session=${"a".repeat(10_000)}`,
		`session=${token}`,
		"__Host-session=",
		"__Host-session",
		`__Host-session="${token}"`,
		`__Host-session=${encodeURIComponent("' or 1=1 --")}`,
		";;;=;=",
	];
	for (const header of hostile) expect(await viewerOf(header).customer(), header.slice(0, 80)).toBeNull();
});

test("a closed account's sessions no longer work", async () => {
	const user = await aCustomer();
	const { cookie } = await aSession(user);
	const db = createDatabase(env.DB);
	await writeRows(db, [
		db.orm
			.update(users)
			.set({ status: "closed" })
			.where(eq(users.id, user.id ?? "")),
	]);
	expect(await viewerOf(cookie).customer()).toBeNull();
	const start = testServices().sessions.start({
		userId: user.id,
		remembered: false,
		client: { userAgent: "", country: null, city: null, key: "192.0.2.1" },
	});
	expect(await start).toMatchObject({ ok: false, error: { kind: "unauthenticated" } });
});

test("the list shows only the owner's sessions and no token, and another customer's can't be revoked", async () => {
	const user = await aCustomer();
	const mine = await aSession(user);
	const other = await aSession(user);
	const foreign = await aSession(await aCustomer());
	const services = testServices();
	const { owner } = viewerOf(mine.cookie);
	if (!owner) throw new Error("no owner");
	const { items: list } = await services.sessions.list(owner);
	expect(list.map(({ id, current }) => ({ id, current }))).toEqual(
		expect.arrayContaining([
			{ id: mine.sessionId, current: true },
			{ id: other.sessionId, current: false },
		]),
	);
	expect(list).toHaveLength(2);
	for (const secret of [mine.token, sha256Hex(mine.token)]) expect(JSON.stringify(list)).not.toContain(secret);
	expect(await services.accountSettings.endSignIn(owner, foreign.sessionId)).toMatchObject({
		ok: false,
		error: { kind: "not_found" },
	});
	expect(await viewerOf(foreign.cookie).customer()).not.toBeNull();
});

test("many sessions are listed in pages, the last used first, each once", async () => {
	const user = await aCustomer();
	const start = Date.now();
	let last = { cookie: "", sessionId: "" };
	for (let n = 0; n < 25; n += 1)
		last = await aSession(user, { services: testServices({ clock: () => start - (25 - n) * 1_000 }) });
	const { sessions } = testServices();
	const { owner } = viewerOf(last.cookie);
	if (!owner) throw new Error("no owner");
	const first = await sessions.list(owner);
	expect(first.items).toHaveLength(20);
	expect(first.items[0]).toMatchObject({ id: last.sessionId, current: true });
	const rest = await sessions.list(owner, first.next ?? "");
	expect([rest.items.length, rest.next]).toEqual([5, null]);
	expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(25);
});

test("an API client's bearer token is the session's token", async () => {
	const user = await aCustomer();
	const { token } = await aSession(user);
	const services = testServices();
	const viewer = services.sessions.viewer({ cookie: null, authorization: `Bearer ${token}` });
	expect(await viewer.customer()).toMatchObject({ id: user.id });
	expect(services.sessions.viewer({ cookie: null, authorization: "Bearer nonsense" }).owner).toBeNull();
});
