import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { RegistryBudget } from "~/platform/registrar/registry-budget.workers";
import { type BudgetRequest, createServerBudget, type Grant } from "~/platform/registrar/server-budget";
import { createSharedBudget, type Place } from "~/platform/registrar/shared-budget";

const aServer = () => `rdap-${crypto.randomUUID()}.example`;
const ask = (server: string, request: BudgetRequest) => env.REGISTRY_BUDGET.getByName(server).exchange(request);

/** Asks an object of the same server that starts now. `row` replaces what it has stored. */
const startAgain = (server: string, row?: object) =>
	runInDurableObject(env.REGISTRY_BUDGET.getByName(server), (_, state) => {
		if (row) state.storage.kv.put("state", row);
		return new RegistryBudget(state, env).exchange({ want: 1, outcomes: [] });
	});

interface Isolate {
	readonly clock?: () => number;
	readonly exchange?: (server: string, request: BudgetRequest) => Promise<Grant>;
	readonly timeoutMs?: number;
}

/** Another isolate. `reported` waits for its reports. */
function anIsolate({ clock = Date.now, exchange = ask, timeoutMs = 10_000 }: Isolate = {}) {
	const reports: Promise<unknown>[] = [];
	const waitUntil = (work: Promise<unknown>) => reports.push(work);
	const budget = createSharedBudget({ clock, isolate: new Map(), exchange, waitUntil, timeoutMs });
	return { ...budget, reported: () => Promise.all(reports) };
}

/** A shared budget that grants every query at once, and counts the requests. */
function aGenerousBudget() {
	const requests: BudgetRequest[] = [];
	const exchange = async (_: string, request: BudgetRequest): Promise<Grant> => {
		requests.push(request);
		return { waits: Array.from({ length: request.want }, () => 0), failures: 0, pausedMs: 0 };
	};
	return { requests, exchange };
}

const isPlace = (entered: Place | string): entered is Place => typeof entered !== "string";

test("two isolates share the budget of a server", async () => {
	const server = aServer();
	const isolates = [anIsolate(), anIsolate()];
	const started = Date.now();
	const entered: (Place | string)[] = [];
	for (let round = 0; round < 6; round += 1) {
		for (const isolate of isolates) entered.push(await isolate.enter(server));
	}
	const atOnce = entered.filter((place) => isPlace(place) && place.waitMs === 0);
	expect(atOnce.length).toBeGreaterThanOrEqual(6);
	expect(atOnce.length).toBeLessThanOrEqual(6 + Math.ceil((Date.now() - started) / 1_000));
	expect(entered).toContain("busy");
	expect(isPlace(await anIsolate().enter(aServer())), "another server has its own budget").toBe(true);
});

test("an isolate learns from another that a server is paused, until it answers again", async () => {
	const asked = aServer();
	const [one, two] = [anIsolate(), anIsolate()];
	one.failed(asked, 60);
	await one.reported();
	expect(await two.enter(asked)).toBe("paused");
	expect(await one.enter(asked)).toBe("paused");

	const failing = aServer();
	one.failed(failing);
	two.failed(failing);
	await Promise.all([one.reported(), two.reported()]);
	expect(isPlace(await anIsolate().enter(failing)), "two failures are no pause").toBe(true);
	one.failed(failing);
	await one.reported();
	expect(await anIsolate().enter(failing)).toBe("paused");
	one.answered(failing);
	await one.reported();
	expect(isPlace(await anIsolate().enter(failing))).toBe(true);
});

test("an object that starts again remembers the pause", async () => {
	const server = aServer();
	const one = anIsolate();
	one.failed(server, 60);
	await one.reported();
	const grant = await startAgain(server);
	expect(grant).toMatchObject({ waits: [], failures: 1 });
	expect(grant.pausedMs).toBeGreaterThan(30_000);
});

test("an object that starts again after the clock was set back is not paused for as long as the jump", async () => {
	const server = aServer();
	const one = anIsolate();
	const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 86_400_000);
	one.failed(server, 60);
	await one.reported();
	clock.mockRestore();
	expect(await startAgain(server)).toMatchObject({ waits: [0], failures: 1, pausedMs: 0 });

	const tomorrow = Date.now() + 86_400_000;
	const before = await startAgain(aServer(), { failures: 1, pausedUntil: tomorrow });
	expect(before.pausedMs, "stored by a release that did not know when a pause began").toBeLessThanOrEqual(30_000);
	expect(before.pausedMs).toBeGreaterThan(20_000);
});

test.each<[string, () => Promise<Grant>]>([
	["fails", () => Promise.reject(new Error("the object was reset"))],
	["does not answer", () => new Promise(() => {})],
	["answers with nothing", async () => undefined as unknown as Grant],
	["answers in another format", async () => ({ granted: 3 }) as unknown as Grant],
	["answers with endless waits", async () => ({ waits: [Number.POSITIVE_INFINITY], failures: 0, pausedMs: 0 })],
])("if the shared budget %s, lookups continue with what the isolate knows", async (_, broken) => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	let requests = 0;
	const exchange = () => {
		requests += 1;
		return broken();
	};
	const isolate = anIsolate({ exchange, timeoutMs: 20 });
	const server = aServer();
	const entered = await Promise.all(Array.from({ length: 12 }, () => isolate.enter(server)));
	expect(entered.filter((place) => isPlace(place) && place.waitMs === 0)).toHaveLength(6);
	expect(entered.filter((place) => place === "busy").length).toBeGreaterThan(0);
	expect(requests, "only the first lookup waits for it").toBe(1);
	isolate.failed(server, 60);
	await isolate.reported();
	expect(await isolate.enter(server)).toBe("paused");
	warn.mockRestore();
});

test("a clock that is set back an hour keeps no one from a server", async () => {
	let now = 7_200_000;
	const { exchange } = aGenerousBudget();
	const lookUps = [
		anIsolate({ clock: () => now, exchange }),
		anIsolate({
			clock: () => now,
			exchange: async (_, { want }) => ({ waits: budget.take(want), failures: 0, pausedMs: 0 }),
		}),
	];
	const budget = createServerBudget(() => now);
	const enterAll = () => Promise.all(lookUps.map((isolate) => isolate.enter("a.example", "client")));
	await Promise.all(Array.from({ length: 5 }, enterAll));
	now -= 3_600_000;
	await enterAll();
	now += 10_000;
	for (const place of await enterAll()) expect(place).toMatchObject({ waitMs: 0 });
});

test("a clock that is set back does not keep an isolate from the shared budget", async () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	let now = 7_200_000;
	let isDown = true;
	const { requests, exchange } = aGenerousBudget();
	const isolate = anIsolate({
		clock: () => now,
		exchange: (server, request) => (isDown ? Promise.reject(new Error("down")) : exchange(server, request)),
	});
	isolate.failed("a.example");
	await isolate.reported();
	isDown = false;
	now -= 3_600_000;
	isolate.failed("a.example");
	await isolate.reported();
	expect(requests).toHaveLength(1);
	warn.mockRestore();
});

test("outcomes that could not be reported are reported later", async () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	let now = 0;
	let isDown = true;
	const { requests, exchange } = aGenerousBudget();
	const isolate = anIsolate({
		clock: () => now,
		exchange: (server, request) => (isDown ? Promise.reject(new Error("down")) : exchange(server, request)),
	});
	isolate.failed("a.example");
	await isolate.reported();
	isDown = false;
	now += 6_000;
	await isolate.enter("a.example");
	expect(requests.flatMap(({ outcomes }) => outcomes)).toEqual([{ state: "failed" }]);
	warn.mockRestore();
});

test("a busy isolate gets queries in blocks, and those it does not use expire", async () => {
	let now = 0;
	const { requests, exchange } = aGenerousBudget();
	const isolate = anIsolate({ clock: () => now, exchange });
	await Promise.all(Array.from({ length: 6 }, () => isolate.enter("a.example")));
	expect(requests.length, "one search").toBeLessThanOrEqual(2);
	await isolate.enter("a.example");
	const before = requests.length;
	for (let n = 0; n < 5; n += 1) await isolate.enter("a.example");
	expect(requests.length, "from the block").toBe(before);
	await isolate.enter("a.example");
	expect(requests.length).toBe(before + 1);
	now += 6_000;
	await isolate.enter("a.example");
	expect(requests.length, "the rest of the block has expired").toBe(before + 2);
	expect(requests.at(-1)?.want).toBe(1);
});

test("a place that is not used goes to the next lookup", async () => {
	const { requests, exchange } = aGenerousBudget();
	const isolate = anIsolate({ exchange });
	const place = await isolate.enter("a.example", "client");
	if (isPlace(place)) place.leave();
	expect(isPlace(await isolate.enter("a.example", "client"))).toBe(true);
	expect(requests).toHaveLength(1);
});
