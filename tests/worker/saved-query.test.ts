import { env } from "cloudflare:workers";
import { and, eq, gte } from "drizzle-orm";
import { expect, test } from "vitest";
import { write } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import { savedQuery } from "~/db/saved-query.server";
import { rateCounters, sessions, users } from "~/db/schema";

test("a saved query is built once for each set of given values, and reads with the values of each call", async () => {
	let builds = 0;
	const counters = savedQuery((orm, { of, least }: { of: { key: string }; least?: number | undefined }) => {
		builds += 1;
		const enough = least === undefined ? undefined : gte(rateCounters.count, least);
		return orm
			.select()
			.from(rateCounters)
			.where(and(eq(rateCounters.key, of.key), enough));
	});
	const db = createDatabase(env.DB);
	const row = (key: string, count: number) => db.orm.insert(rateCounters).values({ key, windowStart: 0, count });
	await db.commit(write(row("saved a", 1), row("saved b", 2)), 0);

	const read = async (values: Parameters<typeof counters>[0], from = db) =>
		(await from.read(counters(values))).map(({ key }) => key);
	const [a, b] = await Promise.all([read({ of: { key: "saved a" } }), read({ of: { key: "saved b" } })]);
	expect([a, b]).toEqual([["saved a"], ["saved b"]]);
	expect(await read({ of: { key: "saved b" }, least: undefined }, createDatabase(env.DB))).toEqual(["saved b"]);
	expect(builds).toBe(1);

	expect(await read({ of: { key: "saved a" }, least: 2 })).toEqual([]);
	expect(await read({ of: { key: "saved b" }, least: 2 })).toEqual(["saved b"]);
	expect(builds).toBe(2);
});

test("building a saved query fails if it uses a value", () => {
	const db = createDatabase(env.DB);
	const later = savedQuery((orm, { now }: { now: number }) =>
		orm
			.select()
			.from(rateCounters)
			.where(gte(rateCounters.windowStart, now - 1)),
	);
	expect(() => db.read(later({ now: 5 }))).toThrow("A saved query is built without its values, so it can't use now");
});

test("a saved query can't select two columns of one name", () => {
	const db = createDatabase(env.DB);
	const joined = savedQuery((orm, { token }: { token: string }) =>
		orm.select().from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(eq(sessions.tokenHash, token)),
	);
	expect(() => db.read(joined({ token: "x" }))).toThrow("Two selected columns are named id");
});
