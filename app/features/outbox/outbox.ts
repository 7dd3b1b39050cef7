import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import type { QueueName } from "~/platform/queues/queues";

/** How long one delivery may hold a row before another may take it over. Longer than any time-out inside. */
export const lease = 2 * MINUTE;

/** Age at which the sweep no longer trusts the queue to bring a row. */
export const sweepGrace = 30 * SECOND;

/** How long the sweep waits before it sends the same row once more. */
export const resendAfter = 5 * MINUTE;

/** Deliveries before an effect is given up: about three hours, with the delays below. */
export const maxAttempts = 8;

/** What became of one delivery. A handler that throws has met a bug or an outage, and is tried again. */
export type Outcome =
	| { readonly state: "done"; readonly providerId?: string; readonly note?: string }
	/** Trying again can't help. */
	| { readonly state: "refused"; readonly reason: string }
	/** Something outside failed. `after` in ms, when it said how long to wait. */
	| { readonly state: "failed"; readonly reason: string; readonly after?: number }
	/** Nothing failed, it is only too early. Costs no attempt. `until` in ms since the epoch. */
	| { readonly state: "postponed"; readonly reason: string; readonly until: number };

export const done: Outcome = { state: "done" };

/** Mails have a queue of their own: a slow mailer delays no registration. */
export function queueOf(kind: string): QueueName {
	return kind.startsWith("mail.") ? "mail" : "provisioning";
}

/** Milliseconds to wait after the nth failure: 10 s, 30 s, 90 s …, at most two hours. */
export const retryDelay = (failures: number): number => Math.min(10 * SECOND * 3 ** (failures - 1), 2 * HOUR);

/**
 * The same less up to a quarter, so that what failed together does not return together.
 * @param random from 0 to 1
 */
export const backoff = (failures: number, random: number): number =>
	Math.round(retryDelay(failures) * (1 - random / 4));
