/** "40 seconds", "12 minutes", "3 hours". Rounds up. */
export function formatSeconds(seconds: number): string {
	if (seconds <= 90) return seconds === 1 ? "a second" : `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** "1 day", "3 days". */
export const formatCount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;
