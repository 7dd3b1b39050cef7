import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { createTeamRepo, type TeamProject, type TeamTask } from "./team.repo.server";

/** An action of our team in a customer's project. */
interface ProjectEvent {
	/** The rows, the log entry, the notification and the email. Stale if there is nothing to change. */
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
	const repo = createTeamRepo(db);

	async function commit({ change, subjectId, refusal = "This no longer exists." }: ProjectEvent): Promise<Saved> {
		const { state } = await db.commit(change, clock());
		return state === "ok" ? ok({ id: subjectId }) : fail("not_found", refusal);
	}

	const events = {
		/** Adds a row whose id was made from the request: a repeated request adds nothing. */
		add(
			table: "post" | "task",
			id: string,
			projectId: string,
			buildEvent: (project: TeamProject) => ProjectEvent,
		): Promise<Saved> {
			return retryOnce(async () => {
				const [project, exists] = await Promise.all([repo.project(projectId), repo.exists(table, id)]);
				if (!project) return noProject;
				return exists ? ok({ id }) : commit(buildEvent(project));
			});
		},

		/** @param buildEvent null if there is nothing to change */
		change(
			projectId: string,
			buildEvent: (project: TeamProject, tasks: readonly TeamTask[]) => Result<ProjectEvent | null>,
		): Promise<Saved> {
			return retryOnce(async () => {
				const [project, tasks] = await Promise.all([repo.project(projectId), repo.tasks(projectId)]);
				if (!project) return noProject;
				const event = buildEvent(project, tasks);
				if (!event.ok) return event;
				return event.value ? commit(event.value) : ok({ id: projectId });
			});
		},

		/** @param buildEvent null if there is nothing to change */
		changeTask(
			projectId: string,
			taskId: string,
			buildEvent: (task: TeamTask, project: TeamProject) => ProjectEvent | null,
		): Promise<Saved> {
			return events.change(projectId, (project, tasks) => {
				const task = tasks.find(({ id }) => id === taskId);
				return task ? ok(buildEvent(task, project)) : fail("not_found", "There is no such task in this project.");
			});
		},
	};
	return events;
}

const noProject = fail("not_found", "There is no such project.");

/** Retries once, because a copy of the same request may have been faster. The second try then finds its result. */
async function retryOnce(attempt: () => Promise<Saved>): Promise<Saved> {
	const saved = await attempt();
	return saved.ok || saved.error.kind !== "not_found" ? saved : attempt();
}
