import { expect, test } from "vitest";
import { NotNow } from "~/platform/call-pace/call-pace";
import { paceOf } from "~/platform/call-pace/choose-call-pace";
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

test("after three failures, a service is not called", async () => {
	const { pace } = aPace();
	for (let call = 0; call < 3; call += 1)
		await expect(pace(() => Promise.reject(new Error("503")))).rejects.toThrow("503");
	await expect(pace(async () => "called")).rejects.toThrow(NotNow);
});
