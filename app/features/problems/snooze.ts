import { isoDay, kenya } from "~/lib/dates";
import { DAY, HOUR } from "~/lib/durations";
import type { Snooze } from "./queue";

/** 08:00 in Nairobi on the day of this time. */
const morningOf = (time: number): number => Date.parse(`${isoDay(time, kenya.timezone)}T08:00:00+03:00`);

/** Until when a problem is snoozed. Times in ms. */
export function snoozedUntil({ for: length, at }: { for: Snooze; at?: number | undefined }, now: number): number {
	switch (length) {
		case "hour":
			return now + HOUR;
		case "three-hours":
			return now + 3 * HOUR;
		case "tomorrow":
			return morningOf(now + DAY);
		case "monday": {
			const day = new Date(`${isoDay(now, kenya.timezone)}T00:00:00Z`).getUTCDay();
			return morningOf(now + ((8 - day) % 7 || 7) * DAY);
		}
		case "time":
			return at ?? now;
	}
}
