import { DAY, HOUR, MINUTE } from "./durations";
import { dateFormat, distanceFormat } from "./formatters";

/** Where and how a person reads dates. Formatting happens on the server only: browsers' data differ from workerd's. */
export interface Locale {
	/** IANA name. */
	readonly timezone: string;
	/** BCP 47. */
	readonly language: string;
}

/** For whom we know nothing else about. */
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

/** "2 hours ago", "in 12 days": days as the calendar of that zone counts them, nothing finer than a minute. */
export function formatDistance(ms: number, now: number, { timezone, language }: Locale): string {
	const format = distanceFormat(language, { numeric: "auto" });
	const distance = ms - now;
	if (Math.abs(distance) >= DAY) return format.format(dayNumber(ms, timezone) - dayNumber(now, timezone), "day");
	const [unit, length] = shorter.find(([, length]) => Math.abs(distance) >= length) ?? (["minute", MINUTE] as const);
	// A past hour has passed whole; an hour to come counts from its larger part.
	const count = distance < 0 ? Math.ceil(distance / length) : Math.round(distance / length);
	return format.format(count + 0, unit);
}

const dayNumber = (ms: number, timezone: string): number => Date.parse(isoDay(ms, timezone)) / DAY;

/** The calendar month in that zone: "2026-11". */
export function monthOf(ms: number, timezone: string): string {
	const parts = dateFormat("en", { year: "numeric", month: "2-digit", timeZone: timezone }).formatToParts(ms);
	const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? "";
	return `${part("year")}-${part("month")}`;
}

/** Of the times, how many fall in the calendar month that it is in that zone. */
export const countThisMonth = (times: readonly (number | null)[], now: number, timezone: string): number =>
	times.filter((time) => time !== null && monthOf(time, timezone) === monthOf(now, timezone)).length;

/** January to the current month of the year that it is in that zone. */
export function monthsSoFar(now: number, timezone: string): string[] {
	const [year, month] = monthOf(now, timezone).split("-");
	return Array.from({ length: Number(month) }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);
}

/** "Nov" for "2026-11", or "November" when there is room. */
export function monthName(month: string, language: string, width: "short" | "long" = "short"): string {
	return dateFormat(language, { month: width, timeZone: "UTC" }).format(Date.parse(`${month}-15T00:00Z`));
}

/** The hour of the day, 0 to 23. */
export function hourOf(ms: number, timezone: string): number {
	const format = dateFormat("en", { hour: "2-digit", hourCycle: "h23", timeZone: timezone });
	return Number(format.format(ms));
}

/** The calendar day in that zone: "2026-11-21". */
export const isoDay = (ms: number, timezone: string): string =>
	dateFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone: timezone }).format(ms);
