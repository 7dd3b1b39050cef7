import { addMonths } from "~/lib/add-months";
import { DAY } from "~/lib/durations";

/** We give the last days for free, so that no one pays a whole term for them. */
const freeDays = 14;

/** How many terms an add-on needs so that it lasts until `until`, with at most 14 days for free. Times in ms. */
export function termsUntil(from: number, until: number, termMonths: number): number {
	let terms = 0;
	while (addMonths(from, terms * termMonths) < until - freeDays * DAY) terms += 1;
	return terms;
}

/**
 * From when a renewal of an add-on counts: the end of its paid time, or now if its plan was suspended since then. Times in
 * ms.
 */
export const renewedFrom = (expiresAt: number, parentStatus: string | null | undefined, now: number): number =>
	parentStatus === "suspended" ? Math.max(expiresAt, now) : expiresAt;

/** Until when an add-on is paid after a renewal with its domain or plan. Times in ms. */
export const paidUntil = (from: number, months: number, until: number | null): number =>
	Math.max(addMonths(from, months), until ?? 0);

/** How many terms a new add-on is bought for, so that it lasts as long as its domain or plan. At least one. */
export const addonTerms = (months: number, termMonths: number): number => Math.max(1, Math.ceil(months / termMonths));
