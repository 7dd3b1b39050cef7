import { HOUR } from "~/lib/durations";

/** Headlines of the status page. */
export const headlines = {
	checking: "Checking",
	ok: "All systems are running",
	failing: "Some systems aren't responding",
	unreachable: "We can't reach our server",
} as const;

/** Time of day in East Africa, which is UTC+3 all year. */
export const timeInNairobi = (iso: string): string => new Date(Date.parse(iso) + 3 * HOUR).toISOString().slice(11, 19);
