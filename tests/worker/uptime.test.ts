import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { type CheckedService, checkedServices } from "~/features/health/checked-services";
import { createHealth } from "~/features/health/health.server";
import { historyOf, type ServiceHistory } from "~/features/health/uptime";
import { createUptime } from "~/features/health/uptime.server";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { FailedCheck } from "~/lib/failure-reason";
import { createServices } from "~/services.server";
import { aCustomer, testServices } from "../support/factories";
import { readLogs } from "../support/logs";
import { runCron } from "../support/schedule";
import { listening, planOf, recorded } from "../support/statement-plans";

beforeEach(async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	for (const table of ["service_days", "service_incidents", "part_checks", "outbox"])
		await env.DB.exec(`delete from ${table}`);
	return () => vi.restoreAllMocks();
});

/** 23:50 UTC, which is 02:50 on the next day in Kenya. */
const lateEvening = Date.UTC(2026, 10, 22, 23, 50);

/** Checks with a clock and services that the test breaks. */
function checksFrom(start: number) {
	const broken = new Set<CheckedService>();
	/** Services whose next attempt fails. */
	const failOnce = new Set<CheckedService>();
	const calls: CheckedService[] = [];
	const probe = (service: CheckedService) => async () => {
		calls.push(service);
		if (failOnce.delete(service) || broken.has(service)) throw new Error("secret-host.internal refused");
	};
	let now = start;
	const uptime = createUptime({
		db: createDatabase(recorded(env.DB)),
		clock: () => now,
		parts: checkedServices.map((service) => ({ name: service, service, isNeeded: true, probe: probe(service) })),
	});
	const history = async (service: CheckedService) =>
		historyOf(await uptime.stored(), now).find((one) => one.service === service) as ServiceHistory;
	return {
		uptime,
		broken,
		failOnce,
		calls,
		history,
		async checkAt(time: number) {
			now = time;
			await uptime.check();
		},
		incidents: async () => (await uptime.stored()).incidents,
	};
}

test("checks are counted by day, also across midnight UTC", async () => {
	const { checkAt, history } = checksFrom(lateEvening);
	for (let minute = 0; minute < 25; minute += 5) await checkAt(lateEvening + minute * MINUTE);
	for (const service of checkedServices) {
		const { days, share, state } = await history(service);
		expect(days.map(({ day, checks, failures }) => [new Date(day).toISOString(), checks, failures])).toEqual([
			["2026-11-22T00:00:00.000Z", 2, 0],
			["2026-11-23T00:00:00.000Z", 3, 0],
		]);
		expect([share, state]).toEqual([1, "working"]);
	}
});

test("an interval is checked once, however often the cron runs", async () => {
	const { checkAt, calls, history, uptime } = checksFrom(lateEvening);
	for (let minute = 0; minute < 10; minute += 1) await checkAt(lateEvening + minute * MINUTE);
	expect(calls).toHaveLength(2 * checkedServices.length);
	await checkAt(lateEvening + 10 * MINUTE);
	await Promise.all([uptime.check(), uptime.check()]);
	expect((await history("dns")).days.map(({ checks }) => checks)).toEqual([2, 1]);
});

test("of two runs at the same time, only one counts and begins an incident", async () => {
	const first = checksFrom(lateEvening);
	const second = checksFrom(lateEvening + 1_000);
	second.broken.add("dns");
	await Promise.all([first.uptime.check(), second.uptime.check()]);
	const { days } = await first.history("dns");
	expect(days.map(({ checks }) => checks)).toEqual([1]);
	expect(await first.incidents()).toHaveLength(days[0]?.failures ?? -1);
});

test("a failing service has one incident from its first failed check to the next one that succeeds", async () => {
	const { checkAt, broken, history, incidents } = checksFrom(lateEvening);
	const at = (minute: number) => lateEvening + minute * MINUTE;
	await checkAt(at(0));
	broken.add("payments");
	await checkAt(at(5));
	expect(await incidents()).toEqual([{ service: "payments", startedAt: at(5), endedAt: null }]);
	expect((await history("payments")).state).toBe("interrupted");
	await checkAt(at(10));
	broken.delete("payments");
	await checkAt(at(15));
	expect(await incidents()).toEqual([{ service: "payments", startedAt: at(5), endedAt: at(15) }]);
	expect(await history("payments")).toMatchObject({ state: "working", share: 0.5 });
	expect(await history("search")).toMatchObject({ state: "working", share: 1 });

	broken.add("payments");
	await checkAt(at(20));
	expect(await incidents()).toEqual([
		{ service: "payments", startedAt: at(20), endedAt: null },
		{ service: "payments", startedAt: at(5), endedAt: at(15) },
	]);
});

test("a service that answers the second attempt is working", async () => {
	const { uptime, failOnce, history } = checksFrom(lateEvening);
	failOnce.add("search");
	await uptime.check();
	expect(failOnce.size).toBe(0);
	expect(await history("search")).toMatchObject({ share: 1, state: "working" });
});

test("a service that was not checked for a quarter of an hour is neither working nor interrupted", async () => {
	const { checkAt, uptime } = checksFrom(lateEvening);
	await checkAt(lateEvening);
	const stored = await uptime.stored();
	const states = (now: number) => new Set(historyOf(stored, now).map(({ state }) => state));
	expect([...states(lateEvening + 14 * MINUTE)]).toEqual(["working"]);
	expect([...states(lateEvening + 15 * MINUTE)]).toEqual(["unknown"]);
	expect(historyOf({ days: [], incidents: [] }, lateEvening)).toMatchObject([
		{ state: "unknown", days: [], share: null },
		...checkedServices.slice(1).map(() => ({ state: "unknown" })),
	]);
});

test("the stand-ins of every service answer their check", async () => {
	await runCron("* * * * *", { clock: () => lateEvening });
	const histories = historyOf(await testServices({ clock: () => lateEvening }).uptime.stored(), lateEvening);
	expect(histories.map(({ service, state }) => [service, state])).toEqual(
		checkedServices.map((service) => [service, "working"]),
	);
});

test("a broken service is counted, and its error is only logged, without its message", async () => {
	const logs = readLogs();
	const services = testServices({ clock: () => lateEvening });
	const broken = {
		...services.registrar,
		probe: () => Promise.reject(new Error("rdap.internal refused")),
	};
	await testServices({ clock: () => lateEvening, registrar: broken }).uptime.check();
	const stored = await services.uptime.stored();
	expect(historyOf(stored, lateEvening).map(({ service, state }) => [service, state])).toEqual(
		checkedServices.map((service) => [service, service === "search" ? "interrupted" : "working"]),
	);
	expect(JSON.stringify(stored)).not.toContain("internal");
	expect(logs.lines("check_failed")).toEqual([
		expect.objectContaining({ part: "Registries", error: { name: "Error", reason: "refused" } }),
	]);
	logs.stop();
});

test("emails that keep failing count as an interruption until one is accepted", async () => {
	const add = (id: string, state: string, attempts: number, nextAt: number) =>
		env.DB.prepare(
			`insert into outbox (id, kind, payload, state, attempts, next_at, created_at)
				values (?1, 'mail.receipt', '{}', ?2, ?3, ?4, 0)`,
		)
			.bind(id, state, attempts, nextAt)
			.run();
	const emailsAt = async (now: number) => {
		const { uptime } = testServices({ clock: () => now });
		await uptime.check();
		return historyOf(await uptime.stored(), now).find(({ service }) => service === "email")?.state;
	};
	await add("out_once", "new", 1, lateEvening + MINUTE);
	expect(await emailsAt(lateEvening)).toBe("working");
	await add("out_twice", "new", 2, lateEvening + HOUR);
	expect(await emailsAt(lateEvening + 5 * MINUTE)).toBe("interrupted");
	await add("out_other", "sent", 1, lateEvening + 6 * MINUTE);
	expect(await emailsAt(lateEvening + 10 * MINUTE)).toBe("working");
});

test("the figure of the home page covers at most 90 days, and at least seven", async () => {
	const { uptime, checkAt, broken } = checksFrom(lateEvening);
	expect(await uptime.figure()).toBeNull();
	await checkAt(lateEvening - 95 * DAY);
	for (let ago = 6; ago > 0; ago -= 1) await checkAt(lateEvening - ago * DAY);
	expect(await uptime.figure()).toBeNull();
	broken.add("dns");
	await checkAt(lateEvening);
	expect(await uptime.figure()).toEqual({ days: 7, uptime: "97.14%" });
});

test("the API gives the figure to anyone, and caches it for an hour", async () => {
	const now = Date.now();
	const { checkAt } = checksFrom(now);
	for (let ago = 7; ago >= 0; ago -= 1) await checkAt(now - ago * DAY);
	const answer = async () => {
		const response = await exports.default.fetch(new Request("https://kikoa.test/api/uptime"));
		return [response.headers.get("Cache-Control"), await response.json()];
	};
	expect(await answer()).toEqual(["public, max-age=3600", { days: 8, uptime: "100%" }]);
	await env.DB.exec("delete from service_days");
	expect(await answer()).toEqual(["public, max-age=3600", { days: 8, uptime: "100%" }]);
});

test("the clean-up keeps 90 days, and an incident that lasts", async () => {
	const { checkAt, broken, uptime } = checksFrom(lateEvening);
	broken.add("dns");
	broken.add("email");
	await checkAt(lateEvening);
	broken.delete("email");
	await checkAt(lateEvening + 5 * MINUTE);
	await checkAt(lateEvening + DAY);
	const cleanUpAt = (now: number) => testServices({ clock: () => now }).upkeep.cleanUp();
	const left = async () => ({
		days: (await env.DB.prepare("select count(*) as n from service_days").first("n")) as number,
		incidents: (await env.DB.prepare("select service from service_incidents").all()).results.map((row) => row.service),
	});
	await cleanUpAt(lateEvening + 89 * DAY);
	expect(await left()).toEqual({ days: 10, incidents: ["dns", "email"] });
	await cleanUpAt(lateEvening + 90 * DAY + MINUTE);
	expect(await left()).toEqual({ days: 5, incidents: ["dns"] });
	expect((await uptime.stored()).incidents).toMatchObject([{ service: "dns", endedAt: null }]);
});

test("checks and the status page read the rows of their days, by the primary keys", async () => {
	await aCustomer();
	const queries: { sql: string; values: readonly unknown[] }[] = [];
	const database = listening(env.DB, (sql, values) => queries.push({ sql, values }));
	const { uptime } = createServices({ ...env, DB: database }, () => {}, { clock: () => lateEvening });
	await uptime.check();
	await uptime.stored();
	await uptime.figure();
	const own = queries.filter(({ sql }) => /^(?:select|update).*"service_/s.test(sql));
	expect(own.length).toBeGreaterThanOrEqual(5);
	for (const { sql, values } of own) {
		const steps = await planOf(sql, values);
		expect(
			steps.filter((step) => /^SCAN(?!.*service_incidents_open)/.test(step)),
			sql,
		).toEqual([]);
	}
});

test("the status page reads the database once", async () => {
	const services = testServices({ clock: () => lateEvening });
	await services.uptime.check();
	const before = services.db.roundTrips;
	await Promise.all([services.health.report(), services.uptime.stored()]);
	expect(services.db.roundTrips - before).toBe(1);
});

const reportAt = (now: number) => testServices({ clock: () => now }).health.report();

test("the health report knows nothing before the first check, then says what works", async () => {
	const before = await reportAt(lateEvening);
	expect(before.ok).toBe(true);
	expect(new Set(before.dependencies.slice(1).map(({ state }) => state))).toEqual(new Set(["unknown"]));
	await testServices({ clock: () => lateEvening }).uptime.check();
	const { ok, dependencies } = await reportAt(lateEvening + MINUTE);
	expect(ok).toBe(true);
	expect(dependencies.map(({ name, state }) => [name, state])).toEqual(
		[
			...["Database", "Crons", "Token store", "File store", "Queues", "Registries", "Registrar: sandbox"],
			...["Payments: sandbox", "Email: inbox", "Hosting: sandbox", "DNS: sandbox"],
			...["Costs: sandbox", "Balance: sandbox"],
		].map((name) => [name, "working"]),
	);
});

test("a failing part is reported with its reason, its last success and 503, and without its error's text", async () => {
	const parts = [
		{ name: "Payments: mpesa", isNeeded: true, probe: async () => {} },
		{ name: "Costs", isNeeded: false, probe: () => Promise.reject(new FailedCheck("late", "secret-host")) },
	];
	const db = createDatabase(env.DB);
	const outboxHealth = async () => ({ due: 0, dead: 0 });
	const waiting = async () => ({ count: 0, since: null });
	const at = async (now: number) => {
		await createUptime({ db, clock: () => now, parts }).check();
		return createHealth({ db, clock: () => now, parts, outboxHealth, waiting }).report();
	};
	const first = await at(lateEvening);
	expect(first).toMatchObject({ ok: true, dependencies: [{}, {}, { state: "working" }, { state: "failing" }] });
	parts[0] = { name: "Payments: mpesa", isNeeded: true, probe: () => Promise.reject(new Error("503 at secret-host")) };
	const second = await at(lateEvening + 5 * MINUTE);
	expect(second.ok).toBe(false);
	expect(second.dependencies.slice(2)).toEqual([
		{
			...{ name: "Payments: mpesa", state: "failing", isNeeded: true, reason: "server_error" },
			lastSuccess: "2026-11-22T23:50:00.000Z",
			lastFailure: "2026-11-22T23:55:00.000Z",
		},
		expect.objectContaining({ name: "Costs", state: "failing", reason: "late", lastSuccess: null }),
	]);
	expect(JSON.stringify(second)).not.toContain("secret-host");
});

test("without a check for a quarter of an hour, the crons count as stopped and the parts as unknown", async () => {
	await testServices({ clock: () => lateEvening }).uptime.check();
	const { ok, dependencies } = await reportAt(lateEvening + 15 * MINUTE);
	expect(ok).toBe(false);
	expect(dependencies[1]).toMatchObject({ name: "Crons", state: "failing", reason: "late" });
	expect(dependencies.at(-1)).toMatchObject({ state: "unknown", lastSuccess: "2026-11-22T23:50:00.000Z" });
});

test("late events make the queues fail", async () => {
	await env.DB.exec(
		"insert into outbox (id, kind, payload, state, next_at, created_at) values ('out_late', 'job.run', '{}', 'new', 0, 0)",
	);
	await testServices({ clock: () => lateEvening }).uptime.check();
	const { dependencies } = await reportAt(lateEvening);
	expect(dependencies.find(({ name }) => name === "Queues")).toMatchObject({ state: "failing", reason: "late" });
});
