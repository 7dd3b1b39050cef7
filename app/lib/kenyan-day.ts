import { isoDay, kenya } from "./dates";
import { DAY, HOUR } from "./durations";

/** Kenya has had the same offset since 1960, so SQL can add it. In ms. */
export const kenyaOffset = 3 * HOUR;

/** The start of an hour of a day in Kenya (ms), such as 2026-11-24 and 9. */
export const kenyanTime = (day: string, hour: number): number => Date.parse(`${day}T00:00+03:00`) + hour * HOUR;

/** The calendar day in Kenya: "2026-11-24". */
export const kenyanDate = (at: number): string => isoDay(at, kenya.timezone);

/** The calendar day in Kenya as a range of times: after `from`, up to and including `to` (ms). */
export function kenyanDay(at: number): { readonly from: number; readonly to: number } {
	const start = kenyanTime(kenyanDate(at), 0);
	return { from: start - 1, to: start + DAY - 1 };
}
