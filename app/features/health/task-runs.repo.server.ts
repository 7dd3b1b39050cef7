import { and, eq, lte, sql } from "drizzle-orm";
import { type Change, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { outbox, taskRuns } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";
import type { TaskRun } from "./task-runs.server";

/** Items that are counted at most, so that the page is fast whatever the backlog. */
const countedItems = 2_000;

/** The last run of each scheduled task. */
export function createTaskRunsRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	return {
		/** At most 25 runs, because D1 binds at most 100 values. */
		record: (runs: readonly TaskRun[]): Change =>
			write(
				orm
					.insert(taskRuns)
					.values([...runs])
					.onConflictDoUpdate({
						target: taskRuns.task,
						set: {
							startedAt: sql`excluded.started_at`,
							durationMs: sql`excluded.duration_ms`,
							error: sql`excluded.error`,
						},
						// An earlier run may end after a later one.
						setWhere: sql`excluded.started_at >= ${taskRuns.startedAt}`,
					}),
			),

		list: (session: StaffSession, now: number): Promise<TaskRun[]> =>
			read(
				orm
					.select()
					.from(taskRuns)
					.where(staffMay(session, "settings.services", now)),
			),

		/** Due items of the outbox by kind, among the first `countedItems`. */
		waiting(session: StaffSession, now: number): Promise<{ kind: string; count: number }[]> {
			const due = orm
				.select({ kind: outbox.kind })
				.from(outbox)
				.where(and(staffMay(session, "settings.services", now), eq(outbox.state, "new"), lte(outbox.nextAt, now)))
				.limit(countedItems)
				.as("due");
			return read(
				orm
					.select({ kind: due.kind, count: sql<number>`count(*)`.as("items") })
					.from(due)
					.groupBy(due.kind),
			);
		},
	};
}
