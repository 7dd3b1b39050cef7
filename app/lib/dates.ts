import { DAY, HOUR, MINUTE } from "./durations";
import { dateFormat, distanceFormat } from "./formatters";

/** Timezone and language for dates. Format on the server only, because browsers have other locale data than workerd. */
export interface Locale {
	/** IANA name. */
	readonly timezone: string;
	/** BCP 47. */
	readonly language: string;
}

/** The default, if we know nothing else. */
export const kenya: Locale = { timezone: "Africa/Nairobi", language: "en-GB" };

/** "21 Nov 2027" */
export const formatDay = (ms: number, { timezone, language }: Locale): string =>
	dateFormat(language, { day: "numeric", month: "short", year: "numeric", timeZone: timezone }).format(ms);

/** "21 Nov 2027, 14:05" */
export const formatMoment = (ms: number, { timezone, language }: Locale): string =>
	dateFormat(language, {
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		timeZone: timezone,
	}).format(ms);

const shorter = [
	["hour", HOUR],
	["minute", MINUTE],
] as const;

/** "2 hours ago", "in 12 days". Counts calendar days of the timezone. Nothing finer than a minute. */
export function formatDistance(ms: number, now: number, { timezone, language }: Locale): string {
	const format = distanceFormat(language, { numeric: "auto" });
	const distance = ms - now;
	if (Math.abs(distance) >= DAY) return format.format(dayNumber(ms, timezone) - dayNumber(now, timezone), "day");
	const [unit, length] = shorter.find(([, length]) => Math.abs(distance) >= length) ?? (["minute", MINUTE] as const);
	// Counts full units in the past, and rounds to the nearest unit in the future.
	const count = distance < 0 ? Math.ceil(distance / length) : Math.round(distance / length);
	return format.format(count + 0, unit);
}

const dayNumber = (ms: number, timezone: string): number => Date.parse(isoDay(ms, timezone)) / DAY;

/** The calendar month in the timezone: "2026-11". */
export function monthOf(ms: number, timezone: string): string {
	const parts = dateFormat("en", { year: "numeric", month: "2-digit", timeZone: timezone }).formatToParts(ms);
	const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? "";
	return `${part("year")}-${part("month")}`;
}

/** How many of the times are in the current calendar month of the timezone. */
export const countThisMonth = (times: readonly (number | null)[], now: number, timezone: string): number =>
	times.filter((time) => time !== null && monthOf(time, timezone) === monthOf(now, timezone)).length;

/** January to the current month, in the timezone: ["2026-01", …]. */
export function monthsSoFar(now: number, timezone: string): string[] {
	const [year, month] = monthOf(now, timezone).split("-");
	return Array.from({ length: Number(month) }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);
}

/** "Nov" or "November" for "2026-11". */
export function monthName(month: string, language: string, width: "short" | "long" = "short"): string {
	return dateFormat(language, { month: width, timeZone: "UTC" }).format(Date.parse(`${month}-15T00:00Z`));
}

/** Hour of the day, 0 to 23. */
export function hourOf(ms: number, timezone: string): number {
	const format = dateFormat("en", { hour: "2-digit", hourCycle: "h23", timeZone: timezone });
	return Number(format.format(ms));
}

/** The calendar day in the timezone: "2026-11-21". */
export const isoDay = (ms: number, timezone: string): string =>
	dateFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone: timezone }).format(ms);
