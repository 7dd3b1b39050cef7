import type { Change } from "~/db/change.server";
import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import type { QueueName } from "~/platform/queues/queues";
import { type EventKind, type EventPayload, scheduledPayloads } from "~/registry";

export type OutboxState = "new" | "sending" | "sent" | "dead";

/** How long one delivery may hold a row before another may take it over. Longer than any timeout inside. */
export const leaseMs = 2 * MINUTE;

/** Age at which the sweep sends a row that the queue has not delivered. */
export const sweepGraceMs = 30 * SECOND;

/** The same for scheduled items, because thousands of them may wait in their queue. */
export const scheduledGraceMs = 30 * MINUTE;

/** How long the sweep waits before it sends the same row again. */
export const resendAfterMs = 5 * MINUTE;

/** Deliveries before an event becomes a dead letter: about three hours, with the delays below. */
export const maxAttempts = 8;

/** Result of one delivery. If the handler throws, the event is retried. */
export type Outcome =
	| { readonly state: "done"; readonly providerId?: string; readonly note?: string }
	/** A retry can't help, so the event becomes a dead letter. */
	| { readonly state: "refused"; readonly reason: string }
	/** Another service failed. `after`: ms to wait, if the service said so. */
	| { readonly state: "failed"; readonly reason: string; readonly after?: number }
	/** Too early. Does not count as an attempt. `until` in ms since the epoch. */
	| { readonly state: "postponed"; readonly reason: string; readonly until: number };

export const done: Outcome = { state: "done" };

/** Emails that scheduled work sends to thousands of customers at once. */
const scheduledEmails: readonly EventKind[] = [
	"mail.order-cancelled",
	"mail.plan-ended",
	"mail.plan-suspended",
	"mail.registrant-suspended",
	"mail.reminders",
];

/** Kinds of scheduled items, and the emails that follow from them. */
export const scheduledKinds: readonly string[] = [...Object.keys(scheduledPayloads), ...scheduledEmails];

/**
 * Emails have their own queue, so that a slow mailer does not delay registrations. So does scheduled work, which may
 * queue thousands of events at once.
 */
export function queueOf(kind: string): QueueName {
	if (scheduledKinds.includes(kind)) return "scheduled";
	return kind.startsWith("mail.") ? "mail" : "provisioning";
}

/** Milliseconds to wait after the nth failure: 10 s, 30 s, 90 s …, at most two hours. */
export const retryDelay = (failures: number): number => Math.min(10 * SECOND * 3 ** (failures - 1), 2 * HOUR);

/**
 * `retryDelay` minus up to a quarter, so that events that failed together are not retried together.
 * @param random from 0 to 1
 */
export const retryDelayWithJitter = (failures: number, random: number): number =>
	Math.round(retryDelay(failures) * (1 - random / 4));

/** The part of an outbox row that handlers need. */
export interface EventRow {
	/** The same in every delivery, so it serves as an idempotency key. */
	readonly id: string;
	/** As stored, before its schema was applied. */
	readonly payload: unknown;
	/** Ms since the epoch. */
	readonly createdAt: number;
	/** The customer whose event it is. */
	readonly userId: string | null;
}

/** Handles one kind of event. Runs again after a crash, so it must be idempotent. */
export type EventHandler<K extends EventKind> = (payload: EventPayload<K>, row: EventRow) => Promise<Outcome>;

/** What else changes when an event becomes a dead letter, by its kind. */
export type DeadLetterChanges = {
	readonly [K in EventKind]?: (payload: EventPayload<K>, reason: string) => Change;
};

/** A handler for every kind of event. */
export type EventHandlers = { readonly [K in EventKind]: EventHandler<K> };
