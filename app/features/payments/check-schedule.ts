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

/** A provider's page has no time limit, so its customer may pay weeks later, and the message about it may get lost. */
const pageHorizon = 30 * DAY;

const longestPause = 2 * DAY;

/**
 * When to check again after `checks` checks, in ms: at the ages of 10, 25, 45 and 75 seconds, then at twice the age each
 * time, but at least every two days. Null after a day, or after 30 days if the customer has a provider's page.
 */
export function nextCheckAt(createdAt: number, checks: number, hasPage = false): number | null {
	let age = early[Math.min(checks, early.length - 1)] ?? 0;
	for (let check = early.length; check <= checks; check += 1) age = Math.min(2 * age, age + longestPause);
	return age <= (hasPage ? pageHorizon : horizon) ? createdAt + age : null;
}
