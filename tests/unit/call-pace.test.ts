import { expect, test } from "vitest";
import { NotNow } from "~/platform/call-pace/call-pace";
import { evenPace, paceOf } from "~/platform/call-pace/choose-call-pace";
import { createServerBudget } from "~/platform/registrar/server-budget";
import { createSharedBudget } from "~/platform/registrar/shared-budget";

function aPace() {
	const time = { now: 0 };
	const shared = createServerBudget(() => time.now);
	const budget = createSharedBudget({
		clock: () => time.now,
		isolate: new Map(),
		async exchange(_, { want, outcomes }) {
			for (const outcome of outcomes) shared.record(outcome);
			return { waits: shared.take(want), ...shared.state() };
		},
		waitUntil: () => {},
	});
	const pace = paceOf(budget, "a service", async (ms) => {
		time.now += ms;
	});
	return { pace, time };
}

test("after a few calls at once, there is one call a second", async () => {
	const { pace, time } = aPace();
	const times = await Promise.all(Array.from({ length: 12 }, () => pace(async () => time.now)));
	expect(times.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
	expect(times.at(-1)).toBeGreaterThanOrEqual(5_000);
	expect(times.at(-1)).toBeLessThanOrEqual(7_000);
});

test("calls to a registry begin at the same distance, one after the other, also after a failure", async () => {
	const time = { now: 1_000 };
	const wait = async (ms: number) => {
		time.now += ms;
	};
	const pace = evenPace(400, { wait, clock: () => time.now });
	const call = (takesMs: number) =>
		pace(async () => {
			const startedAt = time.now;
			time.now += takesMs;
			return takesMs > 1_000 ? Promise.reject(new Error("503")) : startedAt;
		}).catch(() => 0);
	expect(await Promise.all([10, 10, 500, 2_000, 10].map(call))).toEqual([1_000, 1_400, 1_800, 0, 4_300]);
});

test("after three failures, a service is not called", async () => {
	const { pace } = aPace();
	for (let call = 0; call < 3; call += 1)
		await expect(pace(() => Promise.reject(new Error("503")))).rejects.toThrow("503");
	await expect(pace(async () => "called")).rejects.toThrow(NotNow);
});
