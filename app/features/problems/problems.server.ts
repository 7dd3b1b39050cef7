import { audit, type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { remindAfterMs, reportProblem, resolveProblem } from "~/db/problems.server";
import { ownStaffId } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { decodeCursor, type Page, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import { handledByHand, problemOf } from "./problem";
import { countLimit, createProblemsRepo, type QueueRow } from "./problems.repo.server";
import type { QueueQuery } from "./queue.schema";

export type { QueueRow };

/** A problem of the queue, as it was when the form was loaded. */
export interface KnownProblem {
	readonly key: string;
	readonly version: number;
}

export type Problems = ReturnType<typeof createProblems>;

const queuePage = 50;

/** Staff get an email if something waits longer than this. */
const longMs = HOUR;

const longestSnoozeMs = 90 * DAY;

/** What needs a person. `app/db/problems.server.ts` reports problems. What takes no session has no permission checks. */
export function createProblems({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createProblemsRepo(db);

	async function resolveGone(): Promise<void> {
		const now = clock();
		await db.commit(repo.resolveGone(now), now);
	}

	/** Commits a change of a row with its entry in the audit log. A missing problem is a 404. */
	async function commitChange(
		session: StaffSession,
		{ key, version }: KnownProblem,
		kind: "problem.taken" | "problem.released" | "problem.woken" | "problem.handled" | "problem.reopened",
		fields: Parameters<typeof repo.change>[3],
		{ reason, also = null }: { readonly reason?: string | undefined; readonly also?: Change | null } = {},
	): Promise<Result<null>> {
		const params = problemOf(key);
		if (!params) return fail("not_found", "There is no such problem.");
		const subject = { type: "problem", id: key };
		const recorded = audit(session, "today.work", { kind, subject, params, ...(reason && { reason }) });
		return commitRecorded(session, { key, version }, change(recorded, also), fields);
	}

	async function commitRecorded(
		session: StaffSession,
		{ key, version }: KnownProblem,
		recorded: Change,
		fields: Parameters<typeof repo.change>[3],
	): Promise<Result<null>> {
		const now = clock();
		const { state } = await db.commit(change(recorded, repo.change(session, key, version, fields, now)), now);
		if (state === "ok") return ok(null);
		if (!(await repo.find(session, key, clock()))) return fail("not_found", "There is no such problem.");
		return fail("conflict", "Someone else was faster.", { code: "changed_meanwhile" });
	}

	return {
		/** Ends the problems whose cause is gone. */
		resolveGone,

		/** What waits for a person, up to `limit`. `since` in ms. */
		waiting: (limit: number) => repo.waiting(clock(), limit),

		/** Emails staff if something waits for more than an hour, and again a day later if something still does. */
		async remind(): Promise<void> {
			const now = clock();
			const [{ count, since }, sent] = await Promise.all([repo.waiting(now, countLimit), repo.reminder()]);
			const isLong = since !== null && since < now - longMs;
			const problem = { kind: "waiting", subject: "desk" } as const;
			if (!isLong && sent) await db.commit(resolveProblem(db, problem, now), now);
			if (isLong && (!sent || sent.emailedAt <= now - remindAfterMs))
				await db.commit(reportProblem(db, { ...problem, about: { queued: count, oldest: since } }, now), now);
		},

		/** A page of the queue that the person may see. */
		async queue(session: StaffSession, query: QueueQuery): Promise<Page<QueueRow>> {
			const range = { after: decodeCursor(query.after), limit: queuePage + 1 };
			const rows = await repo.queue(session, query, range, clock());
			return toPage(rows, ({ dueAt, resolvedAt, key }) => [resolvedAt ?? dueAt, key], queuePage);
		},

		/** How many of each kind wait, up to a thousand in all. `mine`: those that the person has taken. */
		counts: (session: StaffSession) => repo.counts(session, clock()),

		find: (session: StaffSession, key: string) => repo.find(session, key, clock()),

		/** What someone at the desk last did with this subject. */
		lastChange: (session: StaffSession, subjectId: string) => repo.lastChange(session, subjectId, clock()),

		/** Assigns a problem to the person. `also`: what its feature changes with it, here and below. */
		take(session: StaffSession, problem: KnownProblem, also: Change | null = null) {
			const now = clock();
			const fields = { takenBy: ownStaffId(session, now), takenAt: now };
			return commitChange(session, problem, "problem.taken", fields, { also });
		},

		/** Gives a problem back to everyone. */
		release: (session: StaffSession, problem: KnownProblem, also: Change | null = null) =>
			commitChange(session, problem, "problem.released", { takenBy: null, takenAt: null }, { also }),

		/** Hides a problem until a time (ms). */
		async snooze(
			session: StaffSession,
			problem: KnownProblem,
			until: number,
			also: Change | null = null,
		): Promise<Result<null>> {
			const now = clock();
			if (until <= now) return failField("at", "Choose a time in the future.");
			if (until > now + longestSnoozeMs) return failField("at", "Choose a time in the next 90 days.");
			const known = problemOf(problem.key);
			if (!known) return fail("not_found", "There is no such problem.");
			const recorded = audit(session, "today.work", {
				kind: "problem.snoozed",
				subject: { type: "problem", id: problem.key },
				params: { ...known, until },
			});
			return commitRecorded(session, problem, change(recorded, also), { snoozedUntil: until });
		},

		wake: (session: StaffSession, problem: KnownProblem, also: Change | null = null) =>
			commitChange(session, problem, "problem.woken", { snoozedUntil: null }, { also }),

		/** Ends a problem that only a person can end. It opens again if it is reported again. */
		async handle(session: StaffSession, problem: KnownProblem, note?: string): Promise<Result<null>> {
			const known = problemOf(problem.key);
			if (known && !handledByHand.includes(known.kind))
				return fail("conflict", "This ends with its cause. Use its own action.");
			const now = clock();
			const fields = { resolvedAt: now, resolvedBy: ownStaffId(session, now) };
			return commitChange(session, problem, "problem.handled", fields, { reason: note });
		},

		/** Opens a problem again that someone has marked as handled. */
		async reopen(session: StaffSession, problem: KnownProblem): Promise<Result<null>> {
			const known = problemOf(problem.key);
			if (known && !handledByHand.includes(known.kind)) return fail("conflict", "This can't be undone.");
			return commitChange(session, problem, "problem.reopened", { resolvedAt: null, resolvedBy: null });
		},
	};
}
