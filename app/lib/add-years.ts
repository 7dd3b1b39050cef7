/** The same day `years` later, in ms; the 29th of February becomes the 28th where there is none. */
export function addYears(time: number, years: number): number {
	const date = new Date(time);
	const month = date.getUTCMonth();
	date.setUTCFullYear(date.getUTCFullYear() + years);
	if (date.getUTCMonth() !== month) date.setUTCDate(0);
	return date.getTime();
}
