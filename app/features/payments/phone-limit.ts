import { MINUTE, SECOND } from "~/lib/durations";

/** Requests to a phone in the last ten minutes that are open, unanswered or declined. */
export interface UnwantedRequests {
	/** Of the customer who wants to pay. */
	readonly own: number;
	/** Of all customers. */
	readonly all: number;
	/** When the latest was sent (ms). Null if there is none. */
	readonly latestAt: number | null;
	/** Whether the customer has paid with the phone before, or has it in the profile. */
	readonly knownAs: "paid_with" | "profile" | null;
}

export const unwantedWindowMs = 10 * MINUTE;

/** Per customer and phone. */
export const ownLimit = 5;

/**
 * Requests of all customers that a phone gets without a delay. More for the phone in the customer's profile, so that
 * strangers can't keep its owner from paying. Not unlimited, because no one checks that number.
 */
const freeRequests = { profile: 10, unknown: 5 } as const;

const firstDelayMs = 15 * SECOND;
const longestDelayMs = 2 * MINUTE;

/**
 * Milliseconds until a customer may send another request to a phone. 0: now. Beyond the free requests each further one
 * doubles the delay after the latest, so that strangers can neither spam a phone nor block it.
 */
export function phoneDelay({ own, all, latestAt, knownAs }: UnwantedRequests, now: number): number {
	if (own >= ownLimit) return unwantedWindowMs;
	if (knownAs === "paid_with") return 0;
	const extra = all - freeRequests[knownAs ?? "unknown"];
	if (extra < 0 || latestAt === null) return 0;
	const delay = Math.min(firstDelayMs * 2 ** extra, longestDelayMs);
	return Math.max(0, latestAt + delay - now);
}

/** The number of all requests at which a request that was allowed when they were counted is refused. */
export const requestsAllowed = ({ all, knownAs }: UnwantedRequests): number =>
	knownAs === "paid_with" ? Number.MAX_SAFE_INTEGER : Math.max(all + 1, freeRequests[knownAs ?? "unknown"]);
