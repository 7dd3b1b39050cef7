import { expect, test } from "vitest";
import { type BusinessHours, dueTime } from "~/features/tickets/business-hours";
import { DAY, HOUR } from "~/lib/durations";

/** In Nairobi. */
const at = (time: string) => Date.parse(`${time}:00+03:00`);
const day = { from: 8 * 60, to: 18 * 60 };
const office: BusinessHours = { week: [null, day, day, day, day, day, null], holidays: [] };
/** Monday from 8:30 to noon, and Saturday morning. */
const short: BusinessHours = {
	week: [null, { from: 510, to: 720 }, null, null, null, null, { from: 540, to: 600 }],
	holidays: ["2026-11-28"],
};

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
	expect(dueTime(at("2026-11-23T09:00"), DAY, { week: Array(7).fill(null), holidays: [] })).toBe(
		at("2026-11-24T09:00"),
	);
});

test("each weekday has its own hours, and holidays have none", () => {
	expect(dueTime(at("2026-11-23T08:00"), HOUR, short)).toBe(at("2026-11-23T09:30"));
	// Saturday the 28th is a holiday.
	expect(dueTime(at("2026-11-23T11:30"), HOUR, short)).toBe(at("2026-11-30T09:00"));
	expect(dueTime(at("2026-11-24T09:00"), HOUR, { ...short, holidays: [] })).toBe(at("2026-11-28T10:00"));
	expect(dueTime(at("2026-12-24T17:00"), 2 * HOUR, { ...office, holidays: ["2026-12-25"] })).toBe(
		at("2026-12-28T09:00"),
	);
});
