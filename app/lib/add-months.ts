/** The same day `months` later, in ms. The last day of the month if it is shorter. */
export function addMonths(time: number, months: number): number {
	const date = new Date(time);
	const day = date.getUTCDate();
	date.setUTCMonth(date.getUTCMonth() + months);
	if (date.getUTCDate() !== day) date.setUTCDate(0);
	return date.getTime();
}
