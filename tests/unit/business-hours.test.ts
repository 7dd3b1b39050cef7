import { expect, test } from "vitest";
import { type BusinessHours, dueTime } from "~/features/tickets/business-hours";
import { DAY, HOUR } from "~/lib/durations";

/** In Nairobi. */
const at = (time: string) => Date.parse(`${time}:00+03:00`);
const office: BusinessHours = { days: [1, 2, 3, 4, 5], from: 8, to: 18 };

test.each([
	["within a day", "2026-11-23T09:00", 4 * HOUR, "2026-11-23T13:00"],
	["from before it opens", "2026-11-23T05:30", HOUR, "2026-11-23T09:00"],
	["from the evening to the next morning", "2026-11-23T17:30", HOUR, "2026-11-24T08:30"],
	["up to the minute it closes", "2026-11-23T17:00", HOUR, "2026-11-23T18:00"],
	["over a weekend", "2026-11-27T17:00", 2 * HOUR, "2026-11-30T09:00"],
	["for several days", "2026-11-23T08:00", 25 * HOUR, "2026-11-25T13:00"],
])("counts business hours %s", (_, since, duration, due) => {
	expect(dueTime(at(since), duration, office)).toBe(at(due));
});

test("hours that never come count as every hour", () => {
	expect(dueTime(at("2026-11-23T09:00"), DAY, { days: [], from: 8, to: 18 })).toBe(at("2026-11-24T09:00"));
});
