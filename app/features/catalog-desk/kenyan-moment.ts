import { HOUR } from "~/lib/durations";

/** Of every local time in an ISO text. Kenya has no daylight saving time. */
export const kenyanOffset = "+03:00";

/** Reads a local time of Kenya as browsers send it, such as 2027-01-31T08:00, as ms. Null if it is none. */
export function momentOf(text: string): number | null {
	const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(text + kenyanOffset) : Number.NaN;
	// 30 February would be read as 2 March.
	return Number.isNaN(at) || localText(at) !== text ? null : at;
}

/** The value of an input for a local time. */
export const localText = (at: number): string => new Date(at + 3 * HOUR).toISOString().slice(0, 16);

/** The day in Kenya as the input of a day has it: 2027-01-31. */
export const kenyanDay = (at: number): string => localText(at).slice(0, 10);
