import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { createProjectsDeskRepo, type DeskProject, type DeskTask } from "./projects-desk.repo.server";

/** An action of our team in a customer's project. */
interface ProjectEvent {
	/** The entries of both logs, the rows, the notification and the email. Stale if there is nothing to change. */
	readonly change: Change;
	/** The id of the post, task or project. */
	readonly subjectId: string;
	/** The error message if the change is stale. */
	readonly refusal?: string;
}

/** The id of what was added or changed. */
export type Saved = Result<{ readonly id: string }>;

export interface ProjectEventDependencies {
	readonly db: Database;
	readonly clock: Clock;
}

/** Saves actions of our team. A repeated request is saved once. */
export function createProjectEvents({ db, clock }: ProjectEventDependencies) {
	const repo = createProjectsDeskRepo(db);
	const project = (session: StaffSession, id: string) => repo.project(session, "projects.change", id, clock());

	async function commit({ change, subjectId, refusal = "This no longer exists." }: ProjectEvent): Promise<Saved> {
		const { state } = await db.commit(change, clock());
		return state === "ok" ? ok({ id: subjectId }) : fail("not_found", refusal);
	}

	const events = {
		/** Adds a row whose id was made from the request: a repeated request adds nothing. */
		add(
			session: StaffSession,
			table: "post" | "task",
			id: string,
			projectId: string,
			buildEvent: (project: DeskProject) => ProjectEvent,
		): Promise<Saved> {
			return retryOnce(async () => {
				const [found, exists] = await Promise.all([
					project(session, projectId),
					repo.exists(session, table, id, clock()),
				]);
				if (!found) return noProject;
				return exists ? ok({ id }) : commit(buildEvent(found));
			});
		},

		/** @param buildEvent null if there is nothing to change */
		change(
			session: StaffSession,
			projectId: string,
			buildEvent: (project: DeskProject, tasks: readonly DeskTask[]) => Result<ProjectEvent | null>,
		): Promise<Saved> {
			return retryOnce(async () => {
				const [found, tasks] = await Promise.all([
					project(session, projectId),
					repo.tasks(session, "projects.change", projectId, clock()),
				]);
				if (!found) return noProject;
				const event = buildEvent(found, tasks);
				if (!event.ok) return event;
				return event.value ? commit(event.value) : ok({ id: projectId });
			});
		},

		/** @param buildEvent null if there is nothing to change */
		changeTask(
			session: StaffSession,
			projectId: string,
			taskId: string,
			buildEvent: (task: DeskTask, project: DeskProject) => Result<ProjectEvent | null>,
		): Promise<Saved> {
			return events.change(session, projectId, (found, tasks) => {
				const task = tasks.find(({ id }) => id === taskId);
				return task ? buildEvent(task, found) : noTask;
			});
		},
	};
	return events;
}

const noProject = fail("not_found", "There is no such project.");
const noTask = fail("not_found", "The task is not in this project any more.", { code: "changed_meanwhile" });

/** Retries once, because a copy of the same request may have been faster. The second try then finds its result. */
async function retryOnce(attempt: () => Promise<Saved>): Promise<Saved> {
	const saved = await attempt();
	return saved.ok || saved.error.kind !== "not_found" ? saved : attempt();
}
