import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { change, emit, guarded, log, unique, write } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import { activityLog, outbox, users } from "~/db/schema";
import { aCustomer } from "../support/factories";

async function aShop() {
	const db = createDatabase(env.DB);
	const sent: string[] = [];
	db.onCommitted((ids) => sent.push(...ids));
	const user = await aCustomer();
	const rename = (firstName: string, from: string) =>
		db.orm.update(users).set({ firstName }).where(sql`${users.id} = ${user.id} and ${users.firstName} = ${from}`);
	const rows = async () => ({
		log: await db.read(db.orm.select().from(activityLog).where(eq(activityLog.userId, user.id))),
		events: await db.read(db.orm.select().from(outbox).where(eq(outbox.userId, user.id))),
		name: (await db.read(db.orm.select().from(users).where(eq(users.id, user.id))))[0]?.firstName,
	});
	const entry = log({ kind: "billing.updated", actor: "customer", params: {}, owner: { userId: user.id } });
	const email = emit({ kind: "mail.password-changed", payload: { userId: user.id }, userId: user.id });
	return { db, sent, user, rename, rows, entry, email };
}

test("a change writes its rows, log entry and email together, then sends the email", async () => {
	const { db, sent, rename, rows, entry, email } = await aShop();
	expect(await db.commit(change(guarded(rename("Zawadi", "Amina")), null, entry, false, email), 5_000)).toEqual({
		state: "ok",
	});
	const { log, events, name } = await rows();
	expect(name).toBe("Zawadi");
	expect(log).toMatchObject([{ kind: "billing.updated", params: {}, createdAt: 5_000 }]);
	expect(events).toMatchObject([{ kind: "mail.password-changed", nextAt: 5_000 }]);
	expect(sent).toEqual(events.map(({ id }) => id));
});

test("a change whose guarded row has changed is stale, and nothing is written or sent", async () => {
	const { db, sent, rename, rows, entry, email } = await aShop();
	const changed = change(write(rename("Neema", "Amina")), entry, email, guarded(rename("Zawadi", "Amina")));
	expect(await db.commit(changed, Date.now())).toEqual({ state: "stale" });
	expect(await rows()).toEqual({ log: [], events: [], name: "Amina" });
	expect(sent).toEqual([]);
});

test("a change that violates an expected unique key is a duplicate, any other violation is an error", async () => {
	const { db, user, rows, entry } = await aShop();
	const other = await aCustomer();
	const taken = write(db.orm.update(users).set({ email: other.email }).where(eq(users.id, user.id)));
	expect(await db.commit(change(entry, unique(["token_uses.token_hash", "users.email"], taken)), Date.now())).toEqual({
		state: "duplicate",
		key: "users.email",
	});
	expect((await rows()).log).toEqual([]);
	await expect(db.commit(unique("token_uses.token_hash", taken), Date.now())).rejects.toThrow();
});

test("parameters known only to the database are filled in when the change is written", async () => {
	const { db, user, rows } = await aShop();
	const plan = sql`(select ${users.firstName} || ' "' || ${users.lastName} from ${users} where ${users.id} = ${user.id})`;
	const owner = { userId: user.id };
	await db.commit(log({ kind: "hosting.ended", actor: "system", params: { plan }, owner }), Date.now());
	expect((await rows()).log).toMatchObject([{ params: { plan: 'Amina "Otieno' } }]);
});

test("an event with the key of an earlier event of its kind is left out", async () => {
	const { db, user, rows } = await aShop();
	const once = emit({ kind: "hosting.delete", payload: { planId: user.id }, userId: user.id, once: user.id });
	expect(await db.commit(change(once, once), Date.now())).toEqual({ state: "ok" });
	await db.commit(once, Date.now());
	expect((await rows()).events).toHaveLength(1);
});
