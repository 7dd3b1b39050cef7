import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { settings } from "~/features/catalog/settings";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { createServices } from "~/services.server";
import { runTasks } from "../../workers/jobs/schedule";
import { aCustomer, aSession, testServices } from "../support/factories";
import { expectConsoleError } from "../support/fail-on-console";
import { faultyQueues } from "../support/faulty-queues";
import { anOrder } from "../support/orders";
import { runCron } from "../support/schedule";

const crons = ["* * * * *", "7 * * * *", "41 * * * *", "23 2 * * *", "53 3 * * *", "23 5 * * *"];

async function count(table: string): Promise<number> {
	return (await env.DB.prepare(`select count(*) as n from ${table}`).first<number>("n")) ?? 0;
}

test("every cron task runs twice, at the same time and again, and changes nothing the second time", async () => {
	for (const cron of crons) {
		await Promise.all([runCron(cron), runCron(cron)]);
		await runCron(cron);
	}
});

test("every cron of the configuration has tasks, and no other has", async () => {
	expect(await Promise.all(crons.map((cron) => runCron(cron)))).toHaveLength(crons.length);
	expectConsoleError();
	await runCron("1 1 1 1 1");
});

test("a task that fails is reported and does not stop the others", async () => {
	expectConsoleError();
	const ran: string[] = [];
	await runTasks("* * * * *", () => testServices(), [
		["rejects", () => Promise.reject(new Error("queue is down"))],
		[
			"throws",
			() => {
				throw new Error("at once");
			},
		],
		["works", async () => ran.push("works")],
	]);
	expect(ran).toEqual(["works"]);
});

test("a task whose statement fails does not stop the other tasks of its cron", async () => {
	expectConsoleError();
	const order = await anOrder(testServices());
	const later = Date.now() + (settings.paymentDays + 1) * DAY;
	const database = failing(env.DB, /from "projects" inner join/);
	const services = () =>
		createServices({ ...env, DB: database }, () => {}, { clock: () => later, queues: { send: async () => {} } });
	await expect(services().projects.remindDue()).rejects.toThrow("no_such_table");
	await runTasks("7 * * * *", services);
	const queued = env.DB.prepare("select id from outbox where kind = 'order.cancel-unpaid' and payload like ?");
	expect(await queued.bind(`%${order.orderId}%`).all()).toMatchObject({ results: [{}] });
});

/** D1, where statements that match fail. */
const failing = (d1: D1Database, pattern: RegExp): D1Database =>
	new Proxy(d1, {
		get(target, property) {
			if (property === "prepare")
				return (sql: string) =>
					target.prepare(pattern.test(sql) ? "select * from no_such_table where ? is not null" : sql);
			const value = Reflect.get(target, property);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});

test("the clean-up deletes expired rows and nothing else", async () => {
	const now = Date.now();
	const user = await aCustomer();
	await aSession(user);
	const rows = [
		["write_receipts", "insert into write_receipts (id, changed, created_at) values (?, 1, ?)", HOUR],
		["rate_counters", "insert into rate_counters (key, window_start, count) values (?, ?, 1)", 2 * DAY],
		[
			"token_uses",
			`insert into token_uses (token_hash, used_at, purpose, user_id) values (?, ?, 'verify', '${user.id}')`,
			7 * DAY,
		],
		[
			"sign_ups",
			`insert into sign_ups (browser_hash, created_at, user_id, first_name, last_name, country, password_hash) values (?, ?, '${user.id}', '', '', '', '')`,
			30 * DAY,
		],
		[
			"inbox_messages",
			"insert into inbox_messages (id, idempotency_key, created_at, sender, recipient, subject, html, text) values (?1, ?1, ?2, '', '', '', '', '')",
			30 * DAY,
		],
		[
			"outbox",
			"insert into outbox (id, sent_at, kind, payload, state, next_at, created_at) values (?1, ?2, 'mail.x', '{}', 'sent', ?2, 0)",
			30 * DAY,
		],
		[
			"reminders",
			"insert into reminders (subject_id, created_at, user_id, day, kind, stage) values (?, ?, '', '', 'domain', 0)",
			30 * DAY,
		],
		[
			"service_days",
			"insert into service_days (service, day, checks, failures, last_check_at) values (?, ?, 1, 0, 0)",
			90 * DAY,
		],
		["service_incidents", "insert into service_incidents (service, started_at, ended_at) values (?, ?, 1)", 90 * DAY],
		[
			"tickets",
			"insert into tickets (id, number, updated_at, via, department, status, subject, tags, due_at, created_at) values (?1, ?1, ?2, 'form', 'sales', 'closed', '', '[]', 0, 0)",
			730 * DAY,
		],
	] as const;
	await env.DB.exec("delete from write_receipts");
	for (const [, insert, age] of rows) {
		await env.DB.batch([
			env.DB.prepare(insert).bind("old-row", now - age - MINUTE),
			env.DB.prepare(insert).bind("young-row", now - age + MINUTE),
		]);
	}
	for (const cron of crons.slice(1)) await runCron(cron, { clock: () => now });
	for (const [table] of rows) {
		const left = await env.DB.prepare(`select * from ${table}`).all();
		expect(JSON.stringify(left.results), table).toContain("young-row");
		expect(JSON.stringify(left.results), table).not.toContain("old-row");
	}
	expect(await count("sessions")).toBe(1);

	await runCron("23 2 * * *", { clock: () => now + 400 * DAY });
	expect(await count("sessions")).toBe(0);
	expect(await count("users")).toBeGreaterThan(0);
});

test("the cron of every minute sends what the queue lost", async () => {
	const faults = faultyQueues();
	const now = Date.now();
	await env.DB.prepare(
		"insert into outbox (id, kind, payload, state, next_at, created_at) values ('out_lost', 'mail.verify-email', '{}', 'new', ?1, ?1)",
	)
		.bind(now - MINUTE)
		.run();
	await runCron("* * * * *", { queues: faults.queues, clock: () => now });
	expect(faults.sent).toMatchObject([{ outboxId: "out_lost", queue: "mail" }]);
});
