import { DAY, HOUR, MINUTE } from "~/lib/durations";

/** Minutes of a day in Nairobi, which has no daylight saving time. */
export interface OpenHours {
	readonly from: number;
	readonly to: number;
}

export interface BusinessHours {
	/** Seven days from Sunday. Null: closed. */
	readonly week: readonly (OpenHours | null)[];
	/** Days on which nobody works: `2026-12-25`. */
	readonly holidays: readonly string[];
}

/** Nairobi is ahead of UTC. */
const offset = 3 * HOUR;

/** When so many milliseconds of business hours have passed since a time (ms, UTC). */
export function dueTime(since: number, duration: number, { week, holidays }: BusinessHours): number {
	if (week.every((hours) => hours === null || hours.to <= hours.from)) return since + duration;
	const closed = new Set(holidays.map((day) => Date.parse(day) / DAY));
	let left = duration;
	for (let day = Math.floor((since + offset) / DAY); ; day++) {
		// 1 January 1970 was a Thursday.
		const hours = closed.has(day) ? null : week[(day + 4) % 7];
		if (!hours) continue;
		const midnight = day * DAY - offset;
		const start = Math.max(since, midnight + hours.from * MINUTE);
		const open = midnight + hours.to * MINUTE - start;
		if (open <= 0) continue;
		if (left <= open) return start + left;
		left -= open;
	}
}
