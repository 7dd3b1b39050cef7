import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { accountMembers, domains, users } from "~/db/schema";
import { databaseFor } from "~/db/shards.server";
import { clientOf } from "~/features/accounts/client";
import { sessionOwner } from "~/features/accounts/session-cookie";
import { createId } from "~/lib/ids";
import { createUserId, hashSessionToken } from "~/lib/shards";
import { aClient } from "../support/accounts";
import { testServices } from "../support/factories";
import { writeRows } from "../support/rows";

const bindings = env as Env & { DB_2: D1Database; TEST_MIGRATIONS: D1Migration[] };
await applyD1Migrations(bindings.DB_2, bindings.TEST_MIGRATIONS);

const origin = "https://kikoa.test";

/** A signed-in customer of a shard, with one domain, stored where `databaseFor` says. */
async function aCustomerOf(shard: number) {
	const id = createUserId(shard);
	const db = databaseFor(env, { userId: id });
	const now = Date.now();
	const name = `${id.slice(-12)}.com`;
	await writeRows(db, [
		db.orm.insert(users).values({
			...{ id, email: `${id}@example.com`, firstName: "Amina", lastName: "Otieno", country: "Kenya" },
			...{ status: "active", passwordHash: "none", verifiedAt: now, createdAt: now, updatedAt: now },
		}),
		db.orm.insert(domains).values({
			...{ id: createId("dom"), userId: id, name, tld: "com", status: "active", nameservers: [] },
			...{ createdAt: now, updatedAt: now },
		}),
	]);
	const client = clientOf(new Request(origin), origin);
	const started = await testServices({ db }).sessions.start({ userId: id, remembered: false, client });
	if (!started.ok) throw new Error(started.error.message);
	const { token } = started.value;
	return { id, db, name, token, owner: { sessionHash: hashSessionToken(token) } };
}

const namesOf = async (db: Database, owner: Owner) => {
	const rows = await db.read(
		db.orm
			.select({ name: domains.name })
			.from(domains)
			.where(ownedBy(domains.userId, owner, Date.now())),
	);
	return rows.map(({ name }) => name);
};

/** Whose session the token is, with services composed as for a request (workers/http.ts). */
const signedInAs = async (token: string) => {
	const headers = { cookie: `__Host-session=${token}` };
	const services = testServices({ db: databaseFor(env, sessionOwner(origin, headers)) });
	const customer = await services.sessions.viewer(headers).customer();
	return customer?.id ?? null;
};

test("each customer's rows are in the database of the customer's shard", async () => {
	const [first, second] = await Promise.all([aCustomerOf(1), aCustomerOf(2)]);
	const countIn = (d1: D1Database, id: string) =>
		d1.prepare("select count(*) as count from domains where user_id = ?").bind(id).first("count");
	expect([await countIn(bindings.DB, first.id), await countIn(bindings.DB_2, first.id)]).toEqual([1, 0]);
	expect([await countIn(bindings.DB, second.id), await countIn(bindings.DB_2, second.id)]).toEqual([0, 1]);
	expect([first.db.shard, second.db.shard]).toEqual([1, 2]);
});

test("a session leads to its customer's database", async () => {
	const [first, second] = await Promise.all([aCustomerOf(1), aCustomerOf(2)]);
	expect(await namesOf(databaseFor(env, first.owner), first.owner)).toEqual([first.name]);
	expect(await namesOf(databaseFor(env, second.owner), second.owner)).toEqual([second.name]);
	expect(await signedInAs(first.token)).toBe(first.id);
	expect(await signedInAs(second.token)).toBe(second.id);
});

test("a customer reads nothing from another shard", async () => {
	const [first, second] = await Promise.all([aCustomerOf(1), aCustomerOf(2)]);
	expect(await namesOf(first.db, second.owner)).toEqual([]);
	expect(await namesOf(second.db, first.owner)).toEqual([]);
	expect(await namesOf(first.db, { userId: second.id })).toEqual([]);
	for (const forged of [`2.${first.token}`, second.token.slice(2), second.token.replace("2.", "3.")])
		expect(await signedInAs(forged), forged).toBeNull();
});

test("a request is answered from the database of its session", async () => {
	const [first, second] = await Promise.all([aCustomerOf(1), aCustomerOf(2)]);
	const signOut = (headers: Record<string, string>) =>
		exports.default.fetch(`${origin}/api/userauth/logout`, { method: "POST", headers: { Origin: origin, ...headers } });
	expect((await signOut({ Cookie: `__Host-session=2.${first.token}` })).status).toBe(200);
	expect(await signedInAs(first.token)).toBe(first.id);
	expect((await signOut({ Cookie: `__Host-session=${second.token}` })).status).toBe(200);
	expect(await signedInAs(second.token)).toBeNull();
	expect((await signOut({ Authorization: `Bearer ${first.token}` })).status).toBe(200);
	expect(await signedInAs(first.token)).toBeNull();
});

test("a write changes only the row of its customer's shard", async () => {
	const [first, second] = await Promise.all([aCustomerOf(1), aCustomerOf(2)]);
	const rename = (db: Database, id: string) =>
		writeRows(db, [db.orm.update(users).set({ firstName: "Wanjiru" }).where(eq(users.id, id))]);
	await rename(second.db, first.id);
	await rename(second.db, second.id);
	const firstNameOf = async ({ db, id }: { db: Database; id: string }) =>
		(await db.read(db.orm.select({ firstName: users.firstName }).from(users).where(eq(users.id, id))))[0]?.firstName;
	expect(await firstNameOf(first)).toBe("Amina");
	expect(await firstNameOf(second)).toBe("Wanjiru");
});

test("a registration is stored in one shard and named after it", async () => {
	const db = databaseFor(env, { userId: createUserId(2) });
	const email = `shard-${crypto.randomUUID()}@example.com`;
	const input = {
		...{ email, firstName: "Amina", lastName: "Otieno", country: "Kenya" as const },
		...{ password: "long rains in april", terms: true as const },
	};
	await testServices({ db }).accounts.register(input, aClient());
	const find = (d1: D1Database) => d1.prepare("select id from users where email = ?").bind(email).first<string>("id");
	expect(await find(bindings.DB_2)).toMatch(/^usr_2_[a-z2-7]{17}$/);
	expect(await find(bindings.DB)).toBeNull();
});

test("a confirmed session stays in its shard", async () => {
	const { id, db, owner, token } = await aCustomerOf(2);
	const confirmed = await testServices({ db }).sessions.confirm(owner.sessionHash, "none", null);
	if (!confirmed.ok) throw new Error(confirmed.error.message);
	expect(confirmed.value.token).toMatch(/^2\./);
	expect(await signedInAs(token)).toBeNull();
	expect(await signedInAs(confirmed.value.token)).toBe(id);
});

test("visitors and sessions of unknown shards use the first, and customers of unknown shards are an error", () => {
	expect(databaseFor(env, null).shard).toBe(1);
	expect(databaseFor(env, { sessionHash: `7.${"0".repeat(64)}` }).shard).toBe(1);
	expect(() => databaseFor(env, { userId: createUserId(7) })).toThrow("Shard 7 has no database");
});

test("a session in another customer's account stays in its shard", async () => {
	const [owner, member] = await Promise.all([aCustomerOf(2), aCustomerOf(2)]);
	const { db } = owner;
	const now = Date.now();
	await writeRows(db, [
		db.orm.insert(accountMembers).values({
			...{ id: createId("mem"), userId: owner.id, memberId: member.id, email: `${member.id}@example.com` },
			...{ role: "billing", invitedAt: now, acceptedAt: now },
		}),
	]);
	const { members, sessions } = testServices({ db });
	const [access] = await members.accounts(member.owner);
	const opened = await sessions.moveTo(member.owner, access?.id ?? "", "billing");
	if (!opened.ok) throw new Error(opened.error.message);
	expect(await signedInAs(opened.value.token)).toBe(owner.id);
	const inside = { sessionHash: hashSessionToken(opened.value.token) };
	const confirmed = await sessions.confirm(inside.sessionHash, "none", null);
	if (!confirmed.ok) throw new Error(confirmed.error.message);
	expect(await signedInAs(confirmed.value.token)).toBe(owner.id);
	const back = await sessions.moveBack({ sessionHash: hashSessionToken(confirmed.value.token) });
	if (!back.ok) throw new Error(back.error.message);
	expect(await signedInAs(back.value.token)).toBe(member.id);
});

test("an invitation to a customer of another shard gives no access", async () => {
	const [owner, stranger] = await Promise.all([aCustomerOf(2), aCustomerOf(1)]);
	const now = Date.now();
	const id = createId("mem");
	await writeRows(owner.db, [
		owner.db.orm.insert(accountMembers).values({
			...{ id, userId: owner.id, email: `${stranger.id}@example.com`, role: "manager", invitedAt: now },
		}),
	]);
	const { members, sessions } = testServices({ db: stranger.db });
	expect(await members.accounts(stranger.owner)).toEqual([]);
	expect(await members.accept(stranger.owner, id)).toMatchObject({ ok: false });
	expect(await sessions.moveTo(stranger.owner, id, "manager")).toMatchObject({ ok: false });
});
