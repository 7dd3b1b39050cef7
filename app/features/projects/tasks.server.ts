import type { Database, Statement } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import type { Result } from "~/lib/result";
import { mostTasks, undoFor } from "./project";
import { createTasksRepo } from "./tasks.repo.server";

/** The tasks of a customer's own projects; the project's progress follows them. */
export function createTasks({ db, clock, activity }: { db: Database; clock: Clock; activity: Activity }) {
	const repo = createTasksRepo(db);
	const missing = "This task is no longer there.";

	/** Changes a task, counts progress anew, and says so. */
	function change(owner: Owner, id: string, statement: Statement, kind: string, text: string): Promise<Result<null>> {
		const progress = repo.countProgress(owner, id, null, clock());
		const told = repo.tellAllDone(owner, id, clock());
		const entry = { kind: `project.${kind}`, message: repo.sentence(text, id), subjectId: id };
		return activity.carryOut(owner, [statement, progress, told], entry, missing);
	}

	return {
		/** In their order; none for a project that is not the owner's. */
		list: (owner: Owner, projectId: string) => repo.list(owner, projectId, clock()),

		/** Statement: the project's progress, from its tasks. */
		count: (owner: Owner, projectId: string) => repo.countProgress(owner, null, projectId, clock()),

		add(owner: Owner, projectId: string, name: string): Promise<Result<null>> {
			const now = clock();
			const id = createId("tsk", now);
			const entry = { kind: "project.task_added", message: repo.sentence("Added the task ", id), subjectId: id };
			const statements = [
				repo.add(owner, projectId, { id, name }, now),
				repo.countProgress(owner, null, projectId, now),
			] as const;
			const refusal = `This project is no longer there, or has ${mostTasks} tasks already.`;
			return activity.carryOut(owner, statements, entry, refusal);
		},

		tick: (owner: Owner, id: string, completed: boolean) =>
			change(
				owner,
				id,
				repo.change(owner, id, { completed }, clock()),
				"task_ticked",
				completed ? "Ticked off " : "Reopened the task ",
			),

		rename: (owner: Owner, id: string, name: string) =>
			change(owner, id, repo.change(owner, id, { name }, clock()), "task_renamed", "Renamed a task to "),

		/** `to`: its place from now on, from 0. */
		move: (owner: Owner, id: string, to: number) =>
			change(owner, id, repo.move(owner, id, to, clock()), "task_moved", "Moved the task "),

		remove: (owner: Owner, id: string) =>
			change(owner, id, repo.remove(owner, id, clock()), "task_removed", "Deleted the task "),

		restore: (owner: Owner, id: string) =>
			change(owner, id, repo.restore(owner, id, clock() - undoFor, clock()), "task_restored", "Brought back the task "),
	};
}
