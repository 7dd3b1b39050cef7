import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { write } from "~/db/change.server";
import { createDatabase } from "~/db/client.server";
import { rateCounters, sessions, users } from "~/db/schema";

const counter = (key: string) => ({ key, windowStart: 0, count: 1 });

test("reads that start together cost one round trip", async () => {
	const db = createDatabase(env.DB);
	await db.commit(
		write(db.orm.insert(rateCounters).values(counter("a")), db.orm.insert(rateCounters).values(counter("b"))),
		0,
	);
	const before = db.roundTrips;
	const [a, b] = await Promise.all([
		db.read(db.orm.select().from(rateCounters).where(eq(rateCounters.key, "a"))),
		Promise.resolve().then(() => db.read(db.orm.select().from(rateCounters).where(eq(rateCounters.key, "b")))),
	]);
	expect([a[0]?.key, b[0]?.key]).toEqual(["a", "b"]);
	expect(db.roundTrips - before).toBe(1);
});

test("a batch is applied once if its response is lost after the commit", async () => {
	let lose = true;
	const flaky = new Proxy(env.DB, {
		get(target, property) {
			const value = Reflect.get(target, property);
			if (property !== "batch") return typeof value === "function" ? value.bind(target) : value;
			return async (statements: D1PreparedStatement[]) => {
				const results = await target.batch(statements);
				if (lose) {
					lose = false;
					throw new Error("D1_ERROR: Network connection lost.");
				}
				return results;
			};
		},
	});
	const db = createDatabase(flaky);
	const inserted = write(db.orm.insert(rateCounters).values(counter("once")));
	expect(await db.commit(inserted, 0)).toEqual({ state: "ok" });
	expect(await db.read(db.orm.select().from(rateCounters).where(eq(rateCounters.key, "once")))).toHaveLength(1);
});

test("a query that selects two columns of one name is refused, because D1 would mix them up", () => {
	const db = createDatabase(env.DB);
	const joined = db.orm.select().from(sessions).innerJoin(users, eq(users.id, sessions.userId));
	expect(() => db.read(joined)).toThrow("Two selected columns are named id");
});
