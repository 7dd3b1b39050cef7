import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { activityListSchema } from "~/features/activity/activity.schema";
import { activityText } from "~/features/activity/activity-text";
import { archivedBefore, monthRange } from "~/features/archive/archive";
import { gracePeriodMs } from "~/features/closing/closing";
import { createSentEmails } from "~/features/email/sent-emails.server";
import { kenya } from "~/lib/dates";
import { DAY, HOUR } from "~/lib/durations";
import { createR2FileStore } from "~/platform/files/r2";
import type { Overrides } from "~/services.server";
import { aCustomer, aSession, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { filesFailingAt, flakyFiles } from "../support/flaky-files";
import { runDue } from "../support/schedule";

const now = Date.UTC(2026, 10, 22, 9);
const september = Date.UTC(2024, 8, 10, 12);
const october = Date.UTC(2024, 9, 31, 20, 59);
/** In Kenya it is November already, and that month is not two years old. */
const november = Date.UTC(2024, 9, 31, 21);

const r2 = createR2FileStore(env.FILES);

const at = (overrides: Overrides = {}) => testServices({ clock: () => now, ...overrides });

beforeEach(async () => {
	for (const table of ["outbox", "payment_events", "task_positions", "activity_log", "notifications"])
		await env.DB.exec(`delete from ${table}`);
});

let rows = 0;

/** Entries that name their domain. Returns their ids. */
async function log(userId: string, time: number, count = 1): Promise<string[]> {
	const ids = Array.from({ length: count }, () => `act_${String(++rows).padStart(6, "0")}`);
	await env.DB.batch(
		ids.map((id) =>
			env.DB.prepare(
				`insert into activity_log (id, user_id, actor, kind, params, message, created_at)
					values (?1, ?2, 'customer', 'x', json_object('text', 'Changed ' || ?1), '', ?3)`,
			).bind(id, userId, time),
		),
	);
	return ids;
}

async function notify(userId: string, time: number): Promise<string> {
	const id = `ntf_${String(++rows).padStart(6, "0")}`;
	await env.DB.prepare(
		`insert into notifications (id, user_id, kind, params, title, body, dedupe_key, created_at)
			values (?1, ?2, 'x', '{}', 'Title ' || ?1, 'Body', ?1, ?3)`,
	)
		.bind(id, userId, time)
		.run();
	return id;
}

const idsIn = async (table: string): Promise<string[]> =>
	(await env.DB.prepare(`select id from ${table} order by id`).all<{ id: string }>()).results.map(({ id }) => id);

/** The rows of a file. Null if there is none. */
async function linesOf(key: string): Promise<{ id: string }[] | null> {
	const file = await env.FILES.get(key);
	if (!file) return null;
	const body = key.endsWith(".gz") ? file.body.pipeThrough(new DecompressionStream("gzip")) : file.body;
	const text = await new Response(body as ReadableStream).text();
	expect(text.endsWith("\n")).toBe(true);
	return text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
}

const idsOf = async (key: string) => (await linesOf(key))?.map(({ id }) => id);

const keysUnder = async (prefix: string) => (await env.FILES.list({ prefix })).objects.map(({ key }) => key);

const moveAll = (overrides: Overrides = {}) => runDue(at(overrides), ({ archive }) => archive.queueDue());

const move = (userId: string, month: string, overrides: Overrides = {}) =>
	at(overrides).archive.moveMonth({ userId, month }, { createdAt: now });

test("whole months in Kenya's time are archived after 24 months", () => {
	expect(archivedBefore(now)).toBe(november);
	expect(archivedBefore(Date.UTC(2026, 10, 30, 21))).toBe(Date.UTC(2024, 10, 30, 21));
	expect(monthRange("2024-02")).toEqual({ from: Date.UTC(2024, 0, 31, 21), before: Date.UTC(2024, 1, 29, 21) });
});

test("old entries and notifications move to one file for each customer, kind and month", async () => {
	const [amina, juma] = [await aCustomer(), await aCustomer()];
	const first = await log(amina.id, september, 2);
	const second = await log(juma.id, september);
	const third = await log(amina.id, october);
	const notice = await notify(amina.id, september);
	const kept = await log(amina.id, november);
	const keptNotice = await notify(juma.id, now);
	expect(await moveAll()).toBe(3);
	expect(await idsIn("activity_log")).toEqual(kept);
	expect(await idsIn("notifications")).toEqual([keptNotice]);
	expect(await keysUnder(`archive/${amina.id}/`)).toEqual([
		`archive/${amina.id}/activity/2024-09.ndjson`,
		`archive/${amina.id}/activity/2024-10.ndjson`,
		`archive/${amina.id}/notifications/2024-09.ndjson`,
	]);
	expect(await idsOf(`archive/${amina.id}/activity/2024-09.ndjson`)).toEqual(first);
	expect(await idsOf(`archive/${amina.id}/activity/2024-10.ndjson`)).toEqual(third);
	expect(await idsOf(`archive/${juma.id}/activity/2024-09.ndjson`)).toEqual(second);
	const [archived] = (await linesOf(`archive/${amina.id}/notifications/2024-09.ndjson`)) ?? [];
	expect(archived).toMatchObject({ id: notice, title: `Title ${notice}`, createdAt: september });
	expect(archived).not.toHaveProperty("dedupeKey");
	expect(await moveAll()).toBe(0);
});

test("the search for old months reads on while it finds old rows, and queues each month once", async () => {
	const customers = await Promise.all(Array.from({ length: 30 }, () => aCustomer()));
	for (const { id } of customers) await log(id, september, 10);
	expect(await at().archive.queueDue(() => true)).toBe(0);
	// The first rows are of two customers. A later run continues.
	expect(await at().archive.queueDue(() => false, 1)).toBe(2);
	expect(await at().archive.queueDue()).toBe(28);
	expect(await at().archive.queueDue()).toBe(0);
	expect(await Promise.all([at().archive.queueDue(), at().archive.queueDue()])).toEqual([0, 0]);
});

test("a crash after the file was written loses nothing and stores nothing twice", async () => {
	const { id } = await aCustomer();
	const ids = await log(id, september, 600);
	const db = createDatabase(env.DB);
	for (const commits of [0, 1]) {
		let left = commits;
		const crashing = {
			...db,
			commit: (async (...change) => {
				if (left-- === 0) throw new Error("crash");
				return db.commit(...change);
			}) satisfies typeof db.commit,
		};
		await expect(move(id, "2024-09", { db: crashing })).rejects.toThrow("crash");
		expect(await idsOf(`archive/${id}/activity/2024-09.ndjson`)).toEqual(ids);
		expect(await idsIn("activity_log")).toHaveLength(commits === 0 ? 600 : 100);
	}
	expect(await move(id, "2024-09")).toEqual({ state: "done" });
	expect(await idsOf(`archive/${id}/activity/2024-09.ndjson`)).toEqual(ids);
	expect(await idsIn("activity_log")).toEqual([]);
});

test("two deliveries at the same time lose nothing and store nothing twice", async () => {
	const { id } = await aCustomer();
	const ids = await log(id, september, 40);
	await Promise.all([1, 2, 3].map(() => move(id, "2024-09")));
	await move(id, "2024-09");
	expect((await idsOf(`archive/${id}/activity/2024-09.ndjson`))?.toSorted()).toEqual(ids);
	expect(await idsIn("activity_log")).toEqual([]);
});

test("a file that another delivery has changed in the meantime is read again", async () => {
	const { id } = await aCustomer();
	const ids = await log(id, september, 3);
	const key = `archive/${id}/activity/2024-09.ndjson`;
	let others = 1;
	const store = {
		...r2,
		async replace(...args: Parameters<typeof r2.replace>) {
			if (others-- > 0) await env.FILES.put(key, `{"id":"other${others}"}\n`);
			return r2.replace(...args);
		},
	};
	expect(await move(id, "2024-09", { fileStore: store })).toEqual({ state: "done" });
	expect(await idsOf(key)).toEqual(["other0", ...ids]);
	others = 100;
	await log(id, september);
	expect(await move(id, "2024-09", { fileStore: store })).toMatchObject({ state: "postponed" });
	expect(await idsIn("activity_log")).toHaveLength(1);
});

test("while the file store does not answer, rows stay, and the item is tried again every hour", async () => {
	const { id } = await aCustomer({ createdAt: 0 });
	const ids = await log(id, september, 2);
	for (const fault of [{ get: "before" }, { replace: "before" }, { replace: "after" }] as const) {
		const overrides = { fileStore: flakyFiles(r2, fault) };
		const outcome = await move(id, "2024-09", overrides);
		expect(outcome).toEqual({ state: "postponed", reason: expect.any(String), until: now + HOUR });
		expect(await idsIn("activity_log")).toEqual(ids);
		const late = at(overrides).archive.moveMonth({ userId: id, month: "2024-09" }, { createdAt: now - 2 * DAY });
		await expect(late).rejects.toThrow("does not answer");
	}
	await move(id, "2024-09");
	expect(await idsOf(`archive/${id}/activity/2024-09.ndjson`)).toEqual(ids);
	expect(await idsIn("activity_log")).toEqual([]);
});

test("older entries are listed by month and page, with the text of newer ones", async () => {
	const user = { id: (await aCustomer()).id, createdAt: 0 };
	const { archive } = at();
	expect(await archive.hasOlder(user, "activity")).toBe(false);
	expect(await archive.page(user.id, "activity", { month: "newest" })).toMatchObject({
		value: { months: [], month: null, items: [], next: null },
	});
	const ids = await log(user.id, september, 25);
	const [newest = ""] = await log(user.id, october);
	await moveAll();
	expect(await archive.hasOlder(user, "activity")).toBe(true);
	expect(await archive.hasOlder({ ...user, createdAt: november }, "activity")).toBe(false);
	expect(await archive.hasOlder(user, "notifications")).toBe(false);
	const first = await archive.page(user.id, "activity", { month: "newest" });
	if (!first.ok) throw new Error(first.error.message);
	expect(first.value).toMatchObject({ months: ["2024-10", "2024-09"], month: "2024-10", next: null });
	expect(first.value.items.map((entry) => activityText(entry, kenya))).toEqual([`Changed ${newest}`]);
	const seen: string[] = [];
	for (let after: string | undefined, more = true; more; more = after !== undefined) {
		const page = await archive.page(user.id, "activity", { month: "2024-09", after });
		if (!page.ok) throw new Error(page.error.message);
		seen.push(...page.value.items.map(({ id }) => id));
		after = page.value.next ?? undefined;
	}
	expect(seen).toEqual(ids.toReversed());
	expect(await archive.page(user.id, "activity", { month: "2019-01" })).toMatchObject({
		value: { month: "2019-01", items: [], next: null },
	});
});

test("if the file store does not answer, the list offers older entries, and their page says what to do", async () => {
	expectConsoleError();
	const { id } = await aCustomer();
	for (const fault of ["list", "get"] as const) {
		await log(id, september);
		await moveAll();
		const { archive } = at({ fileStore: flakyFiles(r2, { [fault]: "before" }) });
		expect(await archive.page(id, "activity", { month: "newest" }), fault).toMatchObject({
			ok: false,
			error: { kind: "unavailable", message: expect.stringContaining("try again"), retryAfter: 60 },
		});
		expect(await archive.hasOlder({ id, createdAt: 0 }, "activity"), fault).toBe(true);
	}
});

test("no customer reads another one's archive", async () => {
	const [amina, juma] = [await aCustomer(), await aCustomer()];
	await log(amina.id, september);
	await moveAll();
	const { archive } = at();
	expect(await archive.page(juma.id, "activity", { month: "2024-09" })).toMatchObject({ value: { items: [] } });
	for (const month of [`../../${amina.id}/activity/2024-09`, "2024-13", "2024-9", "2024-09.ndjson", ""])
		expect(activityListSchema.parse({ month }).month, month).toBeUndefined();
});

test("the download has the archived rows, each once", async () => {
	const user = await aCustomer();
	const { id } = user;
	const archived = await log(id, september, 3);
	const notice = await notify(id, september);
	await moveAll();
	const [both = ""] = archived;
	// Read from the table just before it was archived.
	await env.DB.prepare(
		`insert into activity_log (id, user_id, actor, kind, params, message, created_at)
			values (?, ?, 'customer', 'x', '{}', '', ?)`,
	)
		.bind(both, id, september)
		.run();
	const recent = await log(id, now);
	const services = testServices();
	const { token } = await aSession(user, { services });
	const { sha256Hex } = await import("~/lib/sha256");
	const sessionHash = sha256Hex(token);
	await env.DB.prepare("update sessions set confirmed_at = ? where token_hash = ?").bind(Date.now(), sessionHash).run();
	const owner = { sessionHash, confirmedFrom: 0 };
	expectConsoleError();
	const broken = testServices({ fileStore: flakyFiles(r2, { list: "before" }) });
	expect(await broken.dataExport.download({ id }, owner)).toMatchObject({ error: { kind: "unavailable" } });
	const made = await services.dataExport.download({ id }, owner);
	if (!made.ok) throw new Error(made.error.message);
	const files = unzipSync(new Uint8Array(await new Response(made.value.stream).arrayBuffer()));
	const exported = (name: string) =>
		(JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as { id: string; kind: string }[])
			.filter(({ kind }) => kind === "x")
			.map((row) => row.id);
	expect(exported("activity.json").toSorted()).toEqual([...archived, ...recent].toSorted());
	expect(exported("notifications.json")).toEqual([notice]);
});

test("closing an account deletes its archive and no other", async () => {
	const [user, other] = [await aCustomer(), await aCustomer()];
	for (const { id } of [user, other]) {
		await log(id, september);
		await notify(id, october);
	}
	await moveAll();
	await env.DB.prepare("update users set status = 'closing', closes_at = ? where id = ?").bind(now, user.id).run();
	const services = testServices({ clock: () => now + gracePeriodMs });
	await runDue(services, ({ closing }) => closing.queueDue());
	const event = env.DB.prepare("select id from outbox where kind = 'archive.delete' and user_id = ?").bind(user.id);
	const eventId = (await event.first<string>("id")) ?? "";
	const broken = testServices({ clock: services.clock, fileStore: flakyFiles(r2, { delete: "before" }) });
	expect(await broken.archive.deleteAll(user.id).catch(({ name }) => name)).toBe("ServiceUnavailable");
	expect(await keysUnder(`archive/${user.id}/`)).toHaveLength(2);
	expect(await services.outbox.deliver(eventId)).toBe("finished");
	expect(await keysUnder(`archive/${user.id}/`)).toEqual([]);
	expect(await keysUnder(`archive/${other.id}/`)).toHaveLength(2);
});

test("an account that is closed while its month is written leaves no file behind", async () => {
	const { id } = await aCustomer();
	await log(id, september);
	const close = () => env.DB.prepare("update users set status = 'closed' where id = ?").bind(id).run();
	const store = {
		...r2,
		async replace(...args: Parameters<typeof r2.replace>) {
			await close();
			return r2.replace(...args);
		},
	};
	await move(id, "2024-09", { fileStore: store });
	await log(id, september);
	await move(id, "2024-09");
	expect(await keysUnder(`archive/${id}/`)).toEqual([]);
	expect(await idsIn("activity_log")).toEqual([]);
});

test("the file of an account that was closed in the meantime is deleted later if the file store fails", async () => {
	const { id } = await aCustomer();
	await log(id, september);
	const store = {
		...r2,
		async replace(...args: Parameters<typeof r2.replace>) {
			await env.DB.batch([
				env.DB.prepare("update users set status = 'closed' where id = ?").bind(id),
				env.DB.prepare("delete from activity_log where user_id = ?").bind(id),
			]);
			return r2.replace(...args);
		},
	};
	const broken = flakyFiles(store, { delete: "before" });
	expect(await move(id, "2024-09", { fileStore: broken })).toMatchObject({ state: "postponed" });
	expect(await keysUnder(`archive/${id}/`)).toHaveLength(1);
	expect(await move(id, "2024-09")).toEqual({ state: "done" });
	expect(await keysUnder(`archive/${id}/`)).toEqual([]);
});

/** Rows `1` to `count`, from one statement. */
const insertMany = (count: number, insert: string) =>
	env.DB.prepare(
		`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) ${insert}`,
	).run();

const filesByDay = async (kind: string) => {
	const keys = await keysUnder(`archive/days/${kind}/`);
	return Promise.all(keys.map(async (key) => ({ key, rows: (await linesOf(key)) ?? [] })));
};

const clearDays = async () => {
	const keys = await keysUnder("archive/days/");
	if (keys.length > 0) await env.FILES.delete(keys);
};

test("sent events move to files by day after 30 days, without personal data; others stay", async () => {
	await clearDays();
	const sent = (count: number, at: number) =>
		insertMany(
			count,
			`insert into outbox (id, kind, payload, dedupe_key, state, next_at, created_at, sent_at)
				select 'out_' || n || '-' || ${at}, 'mail.email-changed',
					json_object('userId', 'usr_1', 'to', 'amina@example.com', 'newEmail', 'achieng@example.com'),
					n || '-' || ${at}, 'sent', ${at}, ${at}, ${at} from numbers`,
		);
	await sent(1_200, now - 31 * DAY);
	await sent(3, now - 32 * DAY);
	await sent(2, now - 29 * DAY);
	// Staff discarded an event that nobody can read.
	await env.DB.prepare("update outbox set payload = '{' where id = 'out_1-' || ?")
		.bind(now - 32 * DAY)
		.run();
	for (const state of ["new", "dead"])
		await env.DB.prepare(
			"insert into outbox (id, kind, payload, state, next_at, created_at) values (?1, 'mail.receipt', '{}', ?1, 0, 0)",
		)
			.bind(state)
			.run();
	const states = async () =>
		(await env.DB.prepare("select state, count(*) as n from outbox group by 1 order by 1").all()).results;
	const broken = at({ fileStore: flakyFiles(r2, { replace: "after" }) });
	await expect(broken.archive.moveSentEvents()).rejects.toThrow("does not answer");
	expect(await states()).toContainEqual({ state: "sent", n: 1_205 });
	await Promise.all([at().archive.moveSentEvents(), at().archive.moveSentEvents()]);
	expect(await states()).toEqual([
		{ state: "dead", n: 1 },
		{ state: "new", n: 1 },
		{ state: "sent", n: 2 },
	]);
	const files = await filesByDay("events");
	expect(files.map(({ key, rows }) => [key.slice(0, 31), rows.length])).toEqual([
		["archive/days/events/2026-10/21/", 3],
		["archive/days/events/2026-10/22/", expect.any(Number)],
		["archive/days/events/2026-10/22/", expect.any(Number)],
	]);
	const archived = files.flatMap(({ rows }) => rows);
	expect(new Set(archived.map(({ id }) => id)).size).toBe(1_203);
	expect(archived).toHaveLength(1_203);
	expect(archived[0]).toMatchObject({
		kind: "mail.email-changed",
		ids: { userId: "usr_1" },
		sentAt: expect.any(Number),
	});
	expect(JSON.stringify(archived)).not.toContain("@example.com");
});

test("the text of an email goes when its event moves, and with the account", async () => {
	await clearDays();
	await env.DB.exec("delete from outbox");
	const { archive } = at();
	const sentEmails = createSentEmails({ store: r2 });
	const texts = async () => (await env.FILES.list({ prefix: "archive/usr_texts/" })).objects.map(({ key }) => key);
	for (const [id, age] of [
		["old", 31],
		["new", 29],
	] as const) {
		await env.DB.prepare(
			`insert into outbox (id, kind, payload, user_id, state, next_at, created_at, sent_at)
				values (?1, 'mail.receipt', '{}', 'usr_texts', 'sent', ?2, ?2, ?2)`,
		)
			.bind(id, now - age * DAY)
			.run();
		await sentEmails.keep(
			{ userId: "usr_texts", id },
			{ to: "amina@example.com", subject: "Receipt", text: "Thanks." },
		);
	}
	expect(await texts()).toEqual(["archive/usr_texts/emails/new.json.gz", "archive/usr_texts/emails/old.json.gz"]);
	await archive.moveSentEvents();
	expect(await texts()).toEqual(["archive/usr_texts/emails/new.json.gz"]);
	await archive.deleteAll("usr_texts");
	expect(await texts()).toEqual([]);
});

test("an event that could not be deleted after its file was written is in no second file", async () => {
	await clearDays();
	const day = now - 31 * DAY;
	const sent = (id: string, at: number) =>
		env.DB.prepare(
			`insert into outbox (id, kind, payload, state, next_at, created_at, sent_at)
				values (?1, 'mail.receipt', '{}', 'sent', ?2, ?2, ?2)`,
		)
			.bind(id, at)
			.run();
	for (const [index, id] of ["one", "two", "three"].entries()) await sent(id, day + index);
	const commit = () => Promise.reject(new Error("crash"));
	const crashing = at({ db: { ...createDatabase(env.DB), commit } });
	await expect(crashing.archive.moveSentEvents()).rejects.toThrow("crash");
	expect(await idsIn("outbox")).toEqual(["one", "three", "two"]);
	// The first one's account was closed, and a late event is now the first.
	await env.DB.exec("delete from outbox where id = 'one'");
	await sent("late", day - 1);
	await at().archive.moveSentEvents();
	expect(await idsIn("outbox")).toEqual([]);
	const archived = (await filesByDay("events")).flatMap(({ rows }) => rows.map(({ id }) => id));
	expect(archived.toSorted()).toEqual(["late", "one", "three", "two"]);
});

/** Ids in the files of a folder, also those that are in two files. */
const idsUnder = async (prefix: string) => (await Promise.all((await keysUnder(prefix)).map(idsOf))).flat();

test("a fault of the file store at any call loses no row, and the next run leaves each in one file", async () => {
	for (const how of ["before", "after", "middle"] as const)
		for (let call = 1, isReached = true; isReached; call += 1) {
			await clearDays();
			for (const table of ["outbox", "activity_log", "notifications"]) await env.DB.exec(`delete from ${table}`);
			const sent = (id: string, time: number) =>
				env.DB.prepare(
					`insert into outbox (id, kind, payload, user_id, state, next_at, created_at, sent_at)
						values (?1, 'mail.receipt', '{}', 'usr_1', 'sent', ?2, ?2, ?2)`,
				)
					.bind(id, time)
					.run();
			const { id: userId } = await aCustomer();
			await sent("out_1", now - 32 * DAY);
			const earlier = [...(await log(userId, september)), await notify(userId, september)];
			for (const work of [at().archive.moveSentEvents(), move(userId, "2024-09")]) await work;
			for (const [id, age] of [
				["out_2", 32],
				["out_3", 31],
			] as const)
				await sent(id, now - age * DAY + 1);
			const events = ["out_1", "out_2", "out_3"];
			const entries = [...earlier, ...(await log(userId, september)), await notify(userId, september)].toSorted();
			const [byDay, byMonth] = ["archive/days/events/", `archive/${userId}/`];

			const [first, second] = [filesFailingAt(r2, call, how), filesFailingAt(r2, call, how)];
			await at({ fileStore: first.files })
				.archive.moveSentEvents()
				.catch(() => {});
			await move(userId, "2024-09", { fileStore: second.files });
			isReached = first.isReached() || second.isReached();
			const left = (await Promise.all(["outbox", "activity_log", "notifications"].map(idsIn))).flat();
			const found = [...left, ...(await idsUnder(byDay)), ...(await idsUnder(byMonth))];
			expect(
				[...events, ...entries].filter((id) => !found.includes(id)),
				`${how} call ${call}`,
			).toEqual([]);

			await at().archive.moveSentEvents();
			expect(await move(userId, "2024-09")).toEqual({ state: "done" });
			expect((await idsUnder(byDay)).toSorted(), `${how} call ${call}`).toEqual(events);
			expect((await idsUnder(byMonth)).toSorted(), `${how} call ${call}`).toEqual(entries);
			expect(await idsIn("outbox")).toEqual([]);
		}
});

test("the bodies of webhook messages move to files by day after 90 days; their keys stay", async () => {
	await clearDays();
	const received = (count: number, at: number) =>
		insertMany(
			count,
			`insert into payment_events (provider, dedupe_key, body, authentic, received_at)
				select 'sandbox', n || '-' || ${at}, '{"amount":1}', 1, ${at} from numbers`,
		);
	await received(2, now - 92 * DAY);
	await received(1_100, now - 91 * DAY);
	await received(2, now - 89 * DAY);
	const bodies = async () =>
		(await env.DB.prepare("select body, count(*) as n from payment_events group by 1 order by 1").all()).results;
	const broken = at({ fileStore: flakyFiles(r2, { replace: "after" }) });
	await expect(broken.archive.moveWebhookBodies()).rejects.toThrow("does not answer");
	expect(await bodies()).toEqual([{ body: '{"amount":1}', n: 1_104 }]);
	await Promise.all([at().archive.moveWebhookBodies(), at().archive.moveWebhookBodies()]);
	expect(await bodies()).toEqual([
		{ body: "", n: 1_102 },
		{ body: '{"amount":1}', n: 2 },
	]);
	const archived = (await filesByDay("webhooks")).flatMap(({ rows }) => rows);
	expect(new Set(archived.map(({ id }) => id)).size).toBe(1_102);
	expect(archived).toHaveLength(1_102);
	expect(archived[0]).toMatchObject({ provider: "sandbox", body: '{"amount":1}', authentic: true });
	for (const _ of [1, 2]) await at({ clock: () => now + 2 * DAY }).archive.moveWebhookBodies();
	expect(await bodies()).toEqual([{ body: "", n: 1_104 }]);
});
