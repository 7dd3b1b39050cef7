import { DAY, MINUTE } from "~/lib/durations";
import { type CheckedService, checkedServices } from "./checked-services";

/** Time between two checks. A service is checked at most once in each. */
export const checkInterval = 5 * MINUTE;

/** After that long without a check, nothing is said about a service. */
export const staleAfter = 3 * checkInterval;

/** Days on the status page, today included. */
export const shownDays = 90;

/** The home page shows no figure before there are this many days with checks. */
export const leastDays = 7;

/** Start of the interval or the day (UTC) that contains this time. */
export const intervalOf = (now: number): number => now - (now % checkInterval);
export const dayOf = (now: number): number => now - (now % DAY);

/** The first day on the page. */
export const firstShownDay = (now: number): number => dayOf(now) - (shownDays - 1) * DAY;

export interface ServiceDay {
	readonly service: CheckedService;
	/** Midnight UTC, in ms. */
	readonly day: number;
	readonly checks: number;
	readonly failures: number;
	readonly lastCheckAt: number;
}

export interface Incident {
	readonly service: CheckedService;
	readonly startedAt: number;
	/** Null while it lasts. */
	readonly endedAt: number | null;
}

/** The stored checks of the last 90 days. */
export interface StoredChecks {
	readonly days: readonly ServiceDay[];
	/** Those that last come first, then the newest. */
	readonly incidents: readonly Incident[];
}

export interface ServiceHistory {
	readonly service: CheckedService;
	/** `unknown`: it was not checked recently. */
	readonly state: "working" | "interrupted" | "unknown";
	/** Days with checks, oldest first. */
	readonly days: readonly ServiceDay[];
	/** Share of the checks that succeeded, from 0 to 1. Null without checks. */
	readonly share: number | null;
}

/** The history of each service. `now` in ms. */
export function historyOf({ days, incidents }: StoredChecks, now: number): ServiceHistory[] {
	return checkedServices.map((service) => {
		const own = days.filter((day) => day.service === service).toSorted((a, b) => a.day - b.day);
		const isInterrupted = incidents.some((one) => one.service === service && one.endedAt === null);
		const isRecent = now - (own.at(-1)?.lastCheckAt ?? 0) < staleAfter;
		const state = !isRecent ? "unknown" : isInterrupted ? "interrupted" : "working";
		return { service, state, days: own, share: shareOf(own) };
	});
}

/** Share of successful checks, from 0 to 1. Null without checks. */
export function shareOf(days: readonly Pick<ServiceDay, "checks" | "failures">[]): number | null {
	const sum = (key: "checks" | "failures") => days.reduce((total, day) => total + day[key], 0);
	const checks = sum("checks");
	return checks === 0 ? null : 1 - sum("failures") / checks;
}

/** All services together. */
export interface UptimeFigure {
	/** Days with checks, at most 90. */
	readonly days: number;
	/** Share of the checks that succeeded: "99.98%". */
	readonly uptime: string;
}

/** The figure for the home page. Null in the first week. */
export function figureOf(days: readonly ServiceDay[]): UptimeFigure | null {
	const count = new Set(days.map(({ day }) => day)).size;
	const share = shareOf(days);
	return share === null || count < leastDays ? null : { days: count, uptime: formatShare(share) };
}

/** "99.98%". Rounds down, so that 100% means that no check failed. */
export function formatShare(share: number): string {
	// Twelve digits, because 0.9998 * 100 is slightly less than 99.98.
	const hundredths = Math.floor(Number((share * 10_000).toPrecision(12)));
	return `${(hundredths / 100).toFixed(share === 1 ? 0 : 2)}%`;
}
