import { z } from "zod";
import { audit, type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { differenceOf } from "~/features/domains/reconcile";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { HOUR, MINUTE } from "~/lib/durations";
import { FailedCheck } from "~/lib/failure-reason";
import { logger, withLogContext } from "~/lib/log.server";
import { parseJson } from "~/lib/read-json";
import { fail, ok, type Result } from "~/lib/result";
import { RetryLater } from "~/lib/retry-later";
import { type QueueName, type Queues, queueNames } from "~/platform/queues/queues";
import { type EventKind, type EventPayload, eventKinds } from "~/registry";
import {
	type DeadLetterChanges,
	type EventHandlers,
	leaseMs,
	maxAttempts,
	type Outcome,
	queueOf,
	resendAfterMs,
	retryDelayWithJitter,
	scheduledGraceMs,
	scheduledKinds,
	sweepGraceMs,
} from "./outbox";
import { createOutboxRepo, type OutboxRow } from "./outbox.repo.server";

/** What the queue should do with the message. */
export type Verdict = { readonly retryInSeconds: number } | "finished";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly queues: Queues;
	readonly waitUntil: (work: Promise<unknown>) => void;
	/** Called on delivery, as handlers may emit events themselves. */
	readonly handlers: () => EventHandlers;
	readonly deadLetterChanges?: () => DeadLetterChanges;
	/** From 0 up to 1. */
	readonly random?: () => number;
}

/** Delivers the events of the outbox: each committed event is handled or becomes a dead letter. */
export function createOutbox({
	db,
	clock,
	queues,
	waitUntil,
	handlers,
	deadLetterChanges = () => ({}),
	random = Math.random,
}: Dependencies) {
	const repo = createOutboxRepo(db);

	/** Everything that changes with a dead letter. */
	const died = (row: OutboxRow, reason: string, now: number): Change =>
		change(staffAlert(db, row, reason, now), deadLetterChange(deadLetterChanges(), row, reason));

	async function enqueue(rows: readonly { id: string; kind: string; nextAt: number }[]): Promise<void> {
		const deliveries = (queue: QueueName) =>
			rows
				.filter((row) => queueOf(row.kind) === queue)
				.map((row) => ({ outboxId: row.id, delaySeconds: secondsUntil(row.nextAt, clock()) }));
		const sends = queueNames.map((queue) => ({ queue, list: deliveries(queue) }));
		await Promise.all(sends.filter(({ list }) => list.length > 0).map(({ queue, list }) => queues.send(queue, list)));
	}

	async function markDead(row: OutboxRow, reason: string): Promise<Verdict> {
		const now = clock();
		const { state } = await db.commit(change(repo.markDead(row, reason), died(row, reason, now)), now);
		if (state === "ok") logDeadLetter(row.id, row.kind);
		return "finished";
	}

	async function applyOutcome(row: OutboxRow, outcome: Outcome): Promise<Verdict> {
		switch (outcome.state) {
			case "done":
				await repo.markSent(row, clock(), outcome.providerId, outcome.note);
				return "finished";
			case "refused":
				return markDead(row, outcome.reason);
			case "postponed":
				// Left to the sweep, so that waiting does not use up the queue's retries.
				await repo.release(row, outcome.until, outcome.reason, row.attempts - 1);
				return "finished";
			case "failed": {
				if (row.attempts >= maxAttempts) return markDead(row, outcome.reason);
				const nextAt = clock() + Math.max(outcome.after ?? 0, retryDelayWithJitter(row.attempts, random()));
				await repo.release(row, nextAt, outcome.reason);
				return { retryInSeconds: secondsUntil(nextAt, clock()) };
			}
		}
	}

	async function attempt(row: OutboxRow): Promise<Outcome> {
		if (row.attempts > maxAttempts) {
			return { state: "refused", reason: row.lastError ?? `${maxAttempts} deliveries started and none finished` };
		}
		if (!isEventKind(row.kind)) return { state: "failed", reason: `Unknown kind ${row.kind}` };
		try {
			return await handle(handlers(), row.kind, row);
		} catch (error) {
			logger.error("event_failed", { attempts: row.attempts, error });
			const reason = errorText(error);
			return { state: "failed", reason, ...(error instanceof RetryLater && { after: error.afterMs }) };
		}
	}

	async function handleClaimed(row: OutboxRow): Promise<Verdict> {
		const startedAt = clock();
		const outcome = await attempt(row);
		const log = outcome.state === "failed" ? logger.warn : logger.info;
		log("event_handled", {
			outcome: outcome.state,
			attempts: row.attempts,
			durationMs: clock() - startedAt,
			providerId: outcome.state === "done" ? (outcome.providerId ?? null) : null,
		});
		return applyOutcome(row, outcome);
	}

	/** Sends committed rows to their queues after the response. If this fails, the next sweep sends them. */
	function send(ids: readonly string[]): void {
		if (ids.length === 0) return;
		const sendAll = async () => enqueue(await repo.find(ids));
		waitUntil(sendAll().catch((error) => logger.warn("events_left_to_sweep", { count: ids.length, error })));
	}

	const backlog = (limit: number) =>
		repo.health(clock(), { graceMs: resendAfterMs, slowGraceMs: HOUR, slowKinds: scheduledKinds }, limit);

	return {
		send,

		/** Delivers one row. @throws if the database fails. The queue then keeps the message. */
		async deliver(id: string): Promise<Verdict | "unknown"> {
			const now = clock();
			const row = await repo.claim(id, now, now + leaseMs);
			if (row) return withLogContext(logContextOf(row), () => handleClaimed(row));
			const [found] = await repo.find([id]);
			if (!found) return "unknown";
			// If another delivery has claimed it, that one finishes it or a sweep sends it again. A sweep also sends a row that is
			// due much later. Each retry of its message would bring the row closer to the queue's last one, which makes it dead.
			const isEarly = found.state === "new" && found.nextAt > now && found.nextAt <= now + resendAfterMs;
			return isEarly ? { retryInSeconds: secondsUntil(found.nextAt, now) } : "finished";
		},

		/**
		 * Delivers a dead letter once more. If it was a scheduled item, also the others of its kind, because they usually
		 * failed together. Returns how many. Conflict if it is not dead any more.
		 */
		async retry(session: StaffSession, id: string): Promise<Result<{ count: number }>> {
			const [row] = await repo.find([id]);
			if (!row) return fail("not_found", "There is no such event.");
			if (!isEventKind(row.kind)) return fail("conflict", "This message can't be delivered. Discard it.");
			const isGrouped = problemOf(row, row.lastError ?? "").kind === "events";
			const others = isGrouped ? (await repo.deadOf(row.kind, retriedAtOnce)).filter((one) => one.id !== id) : [];
			const now = clock();
			const ids = [id, ...others.map((one) => one.id)];
			const revived = change(
				audit(session, "settings.services", {
					kind: "event.retried",
					subject: { type: "event", id },
					customerId: isGrouped ? null : row.userId,
					params: { event: row.kind, count: ids.length },
				}),
				repo.revive(ids, now),
				resolveProblem(db, problemOf(row, row.lastError ?? ""), now, session),
			);
			if ((await db.commit(revived, now)).state !== "ok") return notDead();
			send(ids);
			return ok({ count: ids.length });
		},

		/** Ends a dead letter without delivering it. Conflict if it is not dead any more. */
		async discard(session: StaffSession, id: string, reason: string): Promise<Result<null>> {
			const [row] = await repo.find([id]);
			if (!row) return fail("not_found", "There is no such event.");
			const now = clock();
			const ended = change(
				audit(session, "settings.services", {
					kind: "event.discarded",
					subject: { type: "event", id },
					customerId: row.userId,
					params: { event: row.kind },
					reason,
				}),
				repo.discard(id, row.lastError ?? "", now),
				resolveProblem(db, problemOf(row, row.lastError ?? ""), now, session),
			);
			return (await db.commit(ended, now)).state === "ok" ? ok(null) : notDead();
		},

		/** Undoes `discard`. Conflict if it was not discarded. */
		async restore(session: StaffSession, id: string): Promise<Result<null>> {
			const [row] = await repo.find([id]);
			if (!row) return fail("not_found", "There is no such event.");
			const now = clock();
			const reason = row.lastError?.replace(/^Discarded: /, "") ?? "";
			const restored = change(
				audit(session, "settings.services", {
					kind: "event.restored",
					subject: { type: "event", id },
					customerId: row.userId,
					params: { event: row.kind },
				}),
				repo.restore(id),
				reportProblem(db, { ...problemOf(row, reason), causeId: id, about: null }, now),
			);
			const { state } = await db.commit(restored, now);
			return state === "ok" ? ok(null) : fail("conflict", "This event was not discarded.");
		},

		/**
		 * Change: ends a dead letter whose work staff have done in another way, with its problem. Stale if it is not dead any
		 * more. Null if there is no such event. @param note stored with the event
		 */
		async finished(session: StaffSession, id: string, note: string): Promise<Change | null> {
			const [row] = await repo.find([id]);
			const now = clock();
			return row
				? change(repo.finish(row, note, now), resolveProblem(db, problemOf(row, row.lastError ?? ""), now, session))
				: null;
		},

		/** Change: ends the dead letters with these keys, because new events do their work. `keys`: with their kind. */
		endDead: (keys: readonly string[]): Change => repo.endDead(keys, clock()),

		/** Sends overdue rows again and returns their number. Parallel sweeps send each row once. */
		async sweep(): Promise<number> {
			const now = clock();
			const grace = { graceMs: sweepGraceMs, slowGraceMs: scheduledGraceMs, slowKinds: scheduledKinds };
			const rows = await repo.takeOverdue(now, grace, now + resendAfterMs);
			await enqueue(rows.map((row) => ({ ...row, nextAt: now })));
			return rows.length;
		},

		/** Makes an event a dead letter after the queue's last retry. */
		async markDeadLetter(id: string): Promise<"dead" | "unknown" | "finished"> {
			const reason = "The queue gave up: every delivery ended in an error";
			const [row] = await repo.find([id]);
			if (!row) return "unknown";
			const now = clock();
			const { state } = await db.commit(change(repo.markUnclaimedDead(id, reason, now), died(row, reason, now)), now);
			if (state !== "ok") return "finished";
			logDeadLetter(id, row.kind);
			return "dead";
		},

		/** Stores a queue message that names no row as a dead letter. */
		async recordInvalidMessage(key: string, body: unknown, reason: string): Promise<void> {
			const now = clock();
			const text = (JSON.stringify(body) ?? "undefined").slice(0, 1_000);
			const { id, recorded } = repo.recordInvalidMessage(key, text, reason, now);
			await db.commit(change(recorded, staffAlert(db, { id, kind: "poison" }, reason, now)), now);
			logDeadLetter(key, "poison");
		},

		/** @throws if emails failed at least twice and none was accepted for a while */
		async checkEmails(): Promise<void> {
			const now = clock();
			const { waiting, sent } = await repo.emailsAround(now, now - 15 * MINUTE);
			if (waiting > 0 && sent === 0)
				throw new FailedCheck("late", `${waiting} emails are waiting and none was accepted`);
		},

		/** @throws if events are late, because a queue or the sweep has stopped */
		async checkQueues(): Promise<void> {
			const { due } = await backlog(1);
			if (due > 0) throw new FailedCheck("late", "Events wait for more than five minutes");
		},

		/**
		 * `due`: rows more than five minutes late, or scheduled ones more than an hour. `dead`: dead letters. Counts each up
		 * to `limit`.
		 */
		health: backlog,
	};
}

export type Outbox = ReturnType<typeof createOutbox>;

const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(eventKinds, kind);

/**
 * Fails with a payload that does not match the schema of its kind. Like an unknown kind, it may be of another release:
 * during a deployment, both releases run at once. So it is retried.
 */
async function handle<K extends EventKind>(handlers: EventHandlers, kind: K, row: OutboxRow): Promise<Outcome> {
	const stored = parseJson(row.payload);
	if (stored === undefined) return { state: "refused", reason: "Payload: no JSON" };
	const payload = eventKinds[kind].safeParse(stored);
	if (!payload.success) return { state: "failed", reason: `Payload: ${payload.error.message}`.slice(0, 500) };
	return handlers[kind](payload.data as EventPayload<K>, { ...row, payload: stored });
}

function deadLetterChange(changes: DeadLetterChanges, { kind, payload }: OutboxRow, reason: string): Change | null {
	if (!isEventKind(kind)) return null;
	const { success, data } = eventKinds[kind].safeParse(parseJson(payload));
	const changeOf = changes[kind] as ((payload: unknown, reason: string) => Change) | undefined;
	return success && changeOf ? changeOf(data, reason) : null;
}

/** Seconds; the longest delay that a queue accepts. */
const maxDelaySeconds = 12 * 3_600;

function secondsUntil(time: number, now: number): number {
	return Math.min(Math.max(Math.ceil((time - now) / 1_000), 0), maxDelaySeconds);
}

/**
 * One problem for each dead letter, or for each reason if it was a scheduled item: thousands may have the
 * same reason. Each domain that differs at its registrar has its own. A failed email to staff is only logged.
 */
function staffAlert(
	db: Database,
	{ id, kind }: Pick<OutboxRow, "id" | "kind">,
	reason: string,
	now: number,
): Change | null {
	if (kind === "mail.staff-task") return null;
	const problem = problemOf({ id, kind }, reason);
	// One email for each domain would be many. Staff get one about what waits.
	const about = problem.kind === "difference" ? null : { eventId: id };
	return reportProblem(db, { ...problem, causeId: id, about }, now);
}

const problemOf = ({ id, kind }: Pick<OutboxRow, "id" | "kind">, reason: string) =>
	differenceOf(reason) !== null
		? ({ kind: "difference", subject: id } as const)
		: queueOf(kind) === "scheduled"
			? ({ kind: "events", subject: `${kind} ${withoutIds(reason).slice(0, 120)}` } as const)
			: ({ kind: "event", subject: id } as const);

/** Dead letters of one kind that are delivered again together. The rest follows with the next click. */
const retriedAtOnce = 200;

const notDead = () => fail("conflict", "This event is not waiting any more.");

/** The same reason for every customer. */
const withoutIds = (reason: string): string => reason.replace(/\b[a-z]{2,3}_(\d+_)?[a-z2-7]{17,26}\b/g, "…");

/** Operators set an alarm on this log line. The row has the reason. */
function logDeadLetter(id: string, kind: string): void {
	logger.error("event_dead", { eventId: id, eventKind: kind });
}

/** The ids of the event and of what it is about, for every line of its handler. */
function logContextOf({ id, kind, requestId, payload }: OutboxRow) {
	const { success, data } = subjectIds.safeParse(parseJson(payload));
	return { ...(success && data), requestId, eventId: id, eventKind: kind };
}

const subjectId = z.string().optional();
const subjectIds = z.object({
	...{ domainId: subjectId, invoiceId: subjectId, jobId: subjectId, orderId: subjectId, paymentId: subjectId },
	...{ planId: subjectId, projectId: subjectId, refundId: subjectId },
});

function errorText(error: unknown): string {
	return String(error).slice(0, 500);
}
