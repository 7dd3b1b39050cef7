import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { DAY, HOUR } from "~/lib/durations";
import { aDomain } from "../support/domains";
import { aCustomer, aSession, testServices } from "../support/factories";

const now = Date.UTC(2026, 10, 22, 9);

beforeEach(async () => {
	for (const table of ["outbox", "write_receipts", "task_positions"]) await env.DB.exec(`delete from ${table}`);
});

/** D1, what it was asked, and how many rows each statement changed. */
function meteredD1() {
	const changes: number[] = [];
	const queries: { readonly text: string; readonly values: readonly unknown[] }[] = [];
	const note = <T extends D1Result>(result: T): T => {
		changes.push(result.meta.changes);
		return result;
	};
	const wrapped = (text: string, statement: D1PreparedStatement): D1PreparedStatement =>
		new Proxy(statement, {
			get(target, property) {
				if (property === "run" || property === "all") return async () => note(await target[property]());
				if (property === "bind")
					return (...values: unknown[]) => {
						queries.push({ text, values });
						const bound = target.bind(...values);
						return /^(?:delete|update)/.test(text) ? wrapped(text, bound) : bound;
					};
				const value = Reflect.get(target, property);
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
	const d1 = new Proxy(env.DB, {
		get(target, property) {
			if (property === "prepare") return (text: string) => wrapped(text, target.prepare(text));
			const value = Reflect.get(target, property);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
	return { d1, changes, queries };
}

const upkeepAt = (time: number, d1: D1Database = env.DB) =>
	testServices({ clock: () => time, db: createDatabase(d1) }).upkeep;

const countOf = async (table: string) =>
	(await env.DB.prepare(`select count(*) as n from ${table}`).first("n")) as number;

/** Rows `1` to `count`, from one statement. `?1` is the row's number. */
const insertMany = (count: number, insert: string) =>
	env.DB.prepare(
		`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) ${insert}`,
	).run();

test("write receipts are deleted in slices until no old one is left", async () => {
	await insertMany(
		1_200,
		`insert into write_receipts (id, changed, created_at) select 'old' || n, 1, ${now - 2 * HOUR} from numbers`,
	);
	await insertMany(3, `insert into write_receipts (id, changed, created_at) select 'new' || n, 1, ${now} from numbers`);
	const { d1, changes } = meteredD1();
	await upkeepAt(now, d1).deleteWriteReceipts();
	expect(changes).toEqual([500, 500, 200, 0]);
	expect(await countOf("write_receipts")).toBe(3);
});

test("a notification keeps its key for 60 days", async () => {
	const user = await aCustomer();
	const aged = (name: string, age: number) =>
		insertMany(
			600,
			`insert into notifications (id, user_id, kind, title, body, dedupe_key, created_at)
				select '${name}' || n, '${user.id}', 'invoice.paid', '', '', '${name}' || n, ${now - age} from numbers`,
		);
	await aged("old", 61 * DAY);
	await aged("new", 59 * DAY);
	await upkeepAt(now).cleanUp();
	const { results } = await env.DB.prepare(
		"select substr(id, 1, 3) as age, count(dedupe_key) as keys from notifications where user_id = ? group by 1",
	)
		.bind(user.id)
		.all();
	expect(results).toEqual([
		{ age: "new", keys: 600 },
		{ age: "old", keys: 0 },
	]);
});

test("orders at registrars are deleted after 180 days", async () => {
	await env.DB.exec("delete from registrar_orders");
	const aged = (name: string, days: number) =>
		insertMany(
			2,
			`insert into registrar_orders (op_id, registrar, name, kind, accepted, created_at)
				select '${name}' || n, 'openprovider', 'shop.com', 'register', 1, ${now - days * DAY} from numbers`,
		);
	await aged("old", 181);
	await aged("new", 179);
	await upkeepAt(now).cleanUp();
	const { results } = await env.DB.prepare("select op_id from registrar_orders").all();
	expect(results).toEqual([{ op_id: "new1" }, { op_id: "new2" }]);
});

test("contacts at registrars are kept while a domain here has them, then for 180 days", async () => {
	await env.DB.exec("delete from registrar_contacts");
	const user = await aCustomer();
	const { name } = await aDomain(user.id);
	const released = await aDomain(user.id, { status: "released" });
	const aContact = async (hash: string, used: string | null, days: number) => {
		const at = now - days * DAY;
		await env.DB.exec(`insert into registrar_contacts values ('openprovider', '${hash}', 'handle', ${at})`);
		if (used)
			await env.DB.exec(`insert into registrar_contact_uses values ('openprovider', '${hash}', '${used}', ${at})`);
	};
	await aContact("held", name, 900);
	await aContact("held too", released.name, 900);
	await env.DB.exec(`insert into registrar_contact_uses values ('openprovider', 'held too', '${name}', 0)`);
	await aContact("recent", released.name, 179);
	await aContact("ended", released.name, 181);
	await aContact("unused", null, 181);
	await upkeepAt(now).cleanUp();
	const { results } = await env.DB.prepare("select contact_hash as hash from registrar_contacts order by 1").all();
	expect(results).toEqual([{ hash: "held" }, { hash: "held too" }, { hash: "recent" }]);
	const { results: uses } = await env.DB.prepare(
		"select distinct contact_hash as hash from registrar_contact_uses",
	).all();
	expect(uses).toHaveLength(3);
});

test("rows of one kind that can't be deleted are reported and keep no other", async () => {
	const user = await aCustomer();
	await aSession(user);
	await insertMany(1, "insert into inbox_messages select n, n, '', '', null, '', '', '', 0 from numbers");
	await env.DB.exec("create trigger kept before delete on inbox_messages begin select raise(abort, 'kept'); end");
	await expect(upkeepAt(Date.now() + 400 * DAY).cleanUp()).rejects.toThrow("Some rows were not deleted");
	await env.DB.exec("drop trigger kept");
	expect([await countOf("inbox_messages"), await countOf("sessions")]).toEqual([1, 0]);
});

test("scheduled hosting and upkeep read ranges of an index, or the first rows of a table", async () => {
	const { d1, queries } = meteredD1();
	const services = testServices({ db: createDatabase(d1) });
	await services.upkeep.deleteWriteReceipts();
	await services.upkeep.cleanUp();
	await services.archive.queueDue();
	await services.archive.moveSentEvents();
	await services.archive.moveWebhookBodies();
	await services.hosting.endCancelled();
	await services.hostingUsage.readAll();
	for (const scope of ["recent", "all"] as const) await services.planDomains.connectHeldDomains(scope);
	expect(queries.length).toBeGreaterThan(15);
	for (const { text, values } of queries) {
		const plan = await env.DB.prepare(`explain query plan ${text}`)
			.bind(...values)
			.all<{ detail: string }>();
		const whole = plan.results
			.map(({ detail }) => detail)
			.filter(
				(detail) => /^SCAN (?!json_each|\(?(?:subquery|next))/.test(detail) || /\((?:state|status)=\?\)/.test(detail),
			);
		if (!/order by rowid limit \?/.test(text)) expect(whole, text).toEqual([]);
	}
});

test("the bell counts to 100, and the health check to 1,000", async () => {
	const user = await aCustomer();
	await insertMany(
		150,
		`insert into notifications (id, user_id, kind, title, body, created_at)
			select 'ntf_${user.id}' || n, '${user.id}', 'x', '', '', n from numbers`,
	);
	const services = testServices();
	expect(await services.notifications.unread({ userId: user.id })).toBe(100);
	await insertMany(
		1_001,
		"insert into outbox (id, kind, payload, state, next_at, created_at) select 'out_' || n, 'x', '{}', 'dead', 0, 0 from numbers",
	);
	await insertMany(
		3,
		"insert into outbox (id, kind, payload, state, next_at, created_at) select 'out_late' || n, 'x', '{}', 'new', 0, 0 from numbers",
	);
	expect(await services.health.report()).toMatchObject({ deadLetters: ">1000", lateEffects: 3 });
});

test("statistics are updated", async () => {
	await countOf("users");
	await upkeepAt(now).optimize();
	expect(await countOf("sqlite_stat1")).toBeGreaterThan(0);
});

test("transfers of imported statements are deleted after 400 days", async () => {
	for (const days of [399, 401])
		await env.DB.prepare(
			"insert into bank_bookings (receipt, account, date, amount, position, format, reference, text, imported_at) values (?1, 'upkeep', '2026-11-23', 1, ?2, 'CSV', '', '', ?3)",
		)
			.bind(`upkeep ${days}`, days, now - days * DAY)
			.run();
	await upkeepAt(now).cleanUp();
	const { results } = await env.DB.prepare("select receipt from bank_bookings where account = 'upkeep'").all();
	expect(results).toEqual([{ receipt: "upkeep 399" }]);
});
