import { expect, test } from "vitest";
import { cronsOf, isTaskLate, nextRun, schedule, scheduledTasks } from "~/features/health/schedule";
import { cronText, daysText } from "~/features/health/schedule-view";
import { DAY, HOUR, MINUTE } from "~/lib/durations";

const at = (time: string) => Date.parse(`2026-11-23T${time}Z`);

test.each([
	["* * * * *", "09:00:30", at("09:01:00")],
	["7 * * * *", "09:06:59", at("09:07:00")],
	["7 * * * *", "09:07:00", at("10:07:00")],
	["23 2 * * *", "02:22:00", at("02:23:00")],
	["23 2 * * *", "02:23:00", at("02:23:00") + DAY],
	["53 3 * * *", "23:59:00", at("03:53:00") + DAY],
] as const)("%s runs next after %s", (cron, time, next) => {
	expect(nextRun(cron, at(time))).toBe(next);
});

test("every task has a cron, and is late a quarter of an hour after the first that did not run it", () => {
	for (const task of scheduledTasks) expect(cronsOf(task), task).not.toEqual([]);
	expect(
		Object.values(schedule)
			.flat()
			.every((task) => scheduledTasks.includes(task)),
	).toBe(true);
	expect(isTaskLate("expiry", at("09:07:10"), at("10:22:00"))).toBe(false);
	expect(isTaskLate("expiry", at("09:07:10"), at("10:22:01"))).toBe(true);
	// It runs again three hours later.
	expect(isTaskLate("all expiry", at("02:23:00"), at("02:23:00") + 3 * HOUR + 16 * MINUTE)).toBe(true);
});

test("times are in UTC and in Nairobi, and days in words", () => {
	expect(cronText("41 * * * *")).toBe("Every hour at 41 past");
	expect(cronText("23 5 * * *")).toBe("Daily at 5:23 UTC, 8:23 in Nairobi");
	expect(daysText([-60, -7, -1, 3, 5])).toBe("60, 7 and 1 days before, 3 and 5 days after");
	expect(daysText([-3])).toBe("3 days before");
});
