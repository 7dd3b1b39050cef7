import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import type { Result } from "~/lib/result";
import { commitOwn } from "./commit-own.server";
import { maxTasks, undoPeriodMs } from "./project";
import { createTasksRepo } from "./tasks.repo.server";

/** The tasks of a customer's own projects. The project's progress follows them. */
export function createTasks({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createTasksRepo(db);

	/** Changes a task and counts the project's progress again. */
	function changeTask(owner: Owner, id: string, changed: Change, entry: Change): Promise<Result<null>> {
		const now = clock();
		const counted = change(repo.countProgress(owner, id, null, now), repo.notifyAllDone(owner, id, now));
		return commitOwn(db, change(changed, counted, entry), now, "This task no longer exists.");
	}

	const byCustomer = (owner: Owner, id: string) => ({ actor: "customer", owner, subjectId: id }) as const;

	return {
		/** Ordered by position. Empty for a project that is not the owner's. */
		list: (owner: Owner, projectId: string) => repo.list(owner, projectId, clock()),

		/** Sets the project's progress from its tasks. */
		countProgress: (owner: Owner, projectId: string): Change => repo.countProgress(owner, null, projectId, clock()),

		add(owner: Owner, projectId: string, name: string): Promise<Result<null>> {
			const now = clock();
			const id = createId("tsk", now);
			const params = { ...repo.nameExpressions(id), by: null, assignee: null };
			const added = change(
				repo.add(owner, projectId, { id, name }, now),
				repo.countProgress(owner, null, projectId, now),
				log({ kind: "project.task_added", params, ...byCustomer(owner, id) }),
			);
			return commitOwn(db, added, now, `This project no longer exists or already has ${maxTasks} tasks.`);
		},

		tick(owner: Owner, id: string, completed: boolean): Promise<Result<null>> {
			const params = { ...repo.nameExpressions(id), by: null, completed };
			const entry = log({ kind: "project.task_ticked", params, ...byCustomer(owner, id) });
			return changeTask(owner, id, repo.change(owner, id, { completed }, clock()), entry);
		},

		rename(owner: Owner, id: string, name: string): Promise<Result<null>> {
			const entry = log({ kind: "project.task_renamed", params: repo.nameExpressions(id), ...byCustomer(owner, id) });
			return changeTask(owner, id, repo.change(owner, id, { name }, clock()), entry);
		},

		/** @param to its new place, from 0 */
		move(owner: Owner, id: string, to: number): Promise<Result<null>> {
			const entry = log({ kind: "project.task_moved", params: repo.nameExpressions(id), ...byCustomer(owner, id) });
			return changeTask(owner, id, repo.move(owner, id, to, clock()), entry);
		},

		remove(owner: Owner, id: string): Promise<Result<null>> {
			const entry = log({ kind: "project.task_removed", params: repo.nameExpressions(id), ...byCustomer(owner, id) });
			return changeTask(owner, id, repo.remove(owner, id, clock()), entry);
		},

		restore(owner: Owner, id: string): Promise<Result<null>> {
			const entry = log({ kind: "project.task_restored", params: repo.nameExpressions(id), ...byCustomer(owner, id) });
			return changeTask(owner, id, repo.restore(owner, id, clock() - undoPeriodMs, clock()), entry);
		},
	};
}
