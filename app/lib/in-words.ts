/** How long to wait, as people say it: "40 seconds", "12 minutes", "3 hours". */
export function inWords(seconds: number): string {
	if (seconds <= 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** How many of something: "1 day", "3 days". */
export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;
