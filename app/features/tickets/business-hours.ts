import { DAY, HOUR } from "~/lib/durations";

/** Hours of the day in Nairobi, which has no daylight saving time. */
export interface BusinessHours {
	/** 0 is Sunday. */
	readonly days: readonly number[];
	readonly from: number;
	readonly to: number;
}

/** Nairobi is ahead of UTC. */
const offset = 3 * HOUR;

/** When so many milliseconds of business hours have passed since a time (ms, UTC). */
export function dueTime(since: number, duration: number, { days, from, to }: BusinessHours): number {
	if (days.length === 0 || to <= from) return since + duration;
	let left = duration;
	for (let day = Math.floor((since + offset) / DAY); ; day++) {
		// 1 January 1970 was a Thursday.
		if (!days.includes((day + 4) % 7)) continue;
		const midnight = day * DAY - offset;
		const start = Math.max(since, midnight + from * HOUR);
		const open = midnight + to * HOUR - start;
		if (open <= 0) continue;
		if (left <= open) return start + left;
		left -= open;
	}
}
