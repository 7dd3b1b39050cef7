import { DAY, HOUR, SECOND } from "~/lib/durations";

/** Ms after the start, while the customer has the phone in hand. */
const early = [10, 25, 45, 75].map((seconds) => seconds * SECOND);

/** How long a status without a receipt waits for the webhook that reports it, in ms after the start. */
export const webhookDelayMs = 60 * SECOND;

/** How long money of a payment that its customer has made may take, and how often it is checked, in ms. */
export const clearing = { timeoutMs: 30 * DAY, checkMs: DAY } as const;

/** After this time a customer no longer pays on a page that has run out, in ms. */
export const abandonedAfterMs = HOUR;

/** Providers may report a payment this late. */
const horizon = 24 * HOUR;

/**
 * When to check again after `checks` checks, in ms: at the ages of 10, 25, 45 and 75 seconds, then at twice the age each
 * time. Null after a day.
 */
export function nextCheckAt(createdAt: number, checks: number): number | null {
	const last = early.at(-1) ?? 0;
	const age = early[checks] ?? last * 2 ** (checks - early.length + 1);
	return age <= horizon ? createdAt + age : null;
}
