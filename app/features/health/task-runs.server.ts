import { audit, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { fail, ok, type Result } from "~/lib/result";
import { isScheduledTask, type ScheduledTask, taskFacts } from "./schedule";
import { createTaskRunsRepo } from "./task-runs.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** Runs a task. */
	readonly run: (task: ScheduledTask) => Promise<unknown>;
}

/** The last run of a task. Times in ms. */
export interface TaskRun {
	readonly task: string;
	readonly startedAt: number;
	readonly durationMs: number;
	/** What it failed with. Null if it did not. */
	readonly error: string | null;
}

/** Characters of an error that are stored. */
const longestError = 300;

/** How a task went, and what it threw. */
interface Timed extends TaskRun {
	readonly thrown?: unknown;
}

/** Runs a task and says how it went. Never throws. */
export async function timedRun(task: string, run: () => Promise<unknown>, clock: Clock): Promise<Timed> {
	const startedAt = clock();
	try {
		await run();
		return { task, startedAt, durationMs: clock() - startedAt, error: null };
	} catch (thrown) {
		const error = errorMessage(thrown).slice(0, longestError);
		return { task, startedAt, durationMs: clock() - startedAt, error, thrown };
	}
}

export type TaskRuns = ReturnType<typeof createTaskRuns>;

/** When the scheduled tasks last ran, and how it went. */
export function createTaskRuns({ db, clock, run }: Dependencies) {
	const repo = createTaskRunsRepo(db);

	async function record(runs: readonly TaskRun[]): Promise<void> {
		if (runs.length > 0) await db.commit(repo.record(runs), clock());
	}

	return {
		/** Stores the runs of a cron, of at most 25 tasks. */
		record,

		/** Each task's last run, and how many items wait, by kind. */
		async list(session: StaffSession) {
			const now = clock();
			const [runs, waiting] = await Promise.all([repo.list(session, now), repo.waiting(session, now)]);
			return { runs, waiting, now };
		},

		/** Starts a task in the background. Several starts within a minute are one. */
		async start(session: StaffSession, task: string): Promise<Result<null>> {
			if (!isScheduledTask(task) || !taskFacts[task].mayStart)
				return fail("invalid", "This task can't be started at the desk.");
			const now = clock();
			const started = await db.commit(
				change(
					audit(session, "settings.services", {
						kind: "task.started",
						subject: { type: "task", id: task },
						params: { task },
					}),
					emit({ kind: "task.run", payload: { task }, once: `${task}:${Math.floor(now / MINUTE)}` }),
				),
				now,
			);
			return started.state === "ok" ? ok(null) : fail("forbidden", "Your access has changed. Reload the page.");
		},

		/** Runs a task that staff have started. */
		async runStarted({ task }: { readonly task: string }): Promise<Outcome> {
			if (!isScheduledTask(task)) return { state: "refused", reason: "There is no such task" };
			const { thrown: _, ...result } = await timedRun(task, () => run(task), clock);
			await record([result]);
			return result.error === null ? done : { state: "failed", reason: result.error };
		},
	};
}
