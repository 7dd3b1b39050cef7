import { kenyaOffset } from "./kenyan-day";

/**
 * The same day `months` later in Kenya's calendar, in ms. The last day of the month if it is shorter. In UTC, a month from
 * the first hours of 1 March in Kenya would be one from 28 February.
 */
export const addMonths = (time: number, months: number): number =>
	addMonthsInUtc(time + kenyaOffset, months) - kenyaOffset;

/** The same in UTC. */
export function addMonthsInUtc(time: number, months: number): number {
	const date = new Date(time);
	const day = date.getUTCDate();
	date.setUTCMonth(date.getUTCMonth() + months);
	if (date.getUTCDate() !== day) date.setUTCDate(0);
	return date.getTime();
}
