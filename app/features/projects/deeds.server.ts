import type { Database, Statement } from "~/db/client.server";
import { type Effect, enqueue } from "~/db/outbox.server";
import type { projectPosts, projectTasks } from "~/db/schema";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { createTeamRepo, type ProjectNotice, type TeamProject, type TeamTask } from "./team.repo.server";

/** What one of us does, as the customer will find it. */
interface Deed {
	/** The first must change a row. */
	readonly statements: readonly [Statement, ...Statement[]];
	/** `post_added` … */
	readonly kind: string;
	/** For the activity log. */
	readonly message: string;
	readonly subjectId: string;
	readonly notice?: ProjectNotice;
	readonly mail?: Omit<Effect, "userId">;
	/** Why it can't be done, when nothing changes. */
	readonly refusal?: string;
}

export type Done = Result<{ readonly id: string }>;

export interface DeedDependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly dispatch: (ids: readonly string[]) => void;
}

/** How what our people do is carried out: the change, its entry in the log, the notice and the mail, all or none. */
export function createDeeds({ db, clock, activity, dispatch }: DeedDependencies) {
	const repo = createTeamRepo(db);

	async function carryOut({ id: projectId, userId }: TeamProject, deed: Deed): Promise<Result<null>> {
		const now = clock();
		const { kind, message, subjectId, refusal = "This is no longer there." } = deed;
		const mail = deed.mail && enqueue(db, { ...deed.mail, userId }, now);
		const [change, ...more] = deed.statements;
		const told = deed.notice ? [repo.tell({ userId, projectId }, deed.notice, now)] : [];
		const statements = [change, ...more, ...told, ...(mail ? [mail.statement] : [])] as const;
		const entry = { actor: "staff", kind: `project.${kind}`, message, subjectId } as const;
		const done = await activity.carryOut({ userId }, statements, entry, refusal);
		if (done.ok && mail) dispatch([mail.id]);
		return done;
	}

	const deeds = {
		/** A new row whose id follows from what was sent: sent again, nothing more happens. */
		add(
			table: typeof projectPosts | typeof projectTasks,
			id: string,
			projectId: string,
			deedIn: (project: TeamProject) => Deed,
		): Promise<Done> {
			return again(async () => {
				const [project, known] = await Promise.all([repo.project(projectId), repo.known(table, id)]);
				if (!project) return noProject;
				const done = known ? ok(null) : await carryOut(project, deedIn(project));
				return done.ok ? ok({ id }) : done;
			});
		},

		/** What stands as it should already is left as it is: the deed is then null. */
		change(
			projectId: string,
			deedIn: (project: TeamProject, tasks: readonly TeamTask[]) => Result<Deed | null>,
		): Promise<Done> {
			return again(async () => {
				const [project, tasks] = await Promise.all([repo.project(projectId), repo.tasks(projectId)]);
				if (!project) return noProject;
				const deed = deedIn(project, tasks);
				if (!deed.ok) return deed;
				const done = deed.value ? await carryOut(project, deed.value) : ok(null);
				return done.ok ? ok({ id: deed.value?.subjectId ?? projectId }) : done;
			});
		},

		changeTask(
			projectId: string,
			taskId: string,
			deedIn: (task: TeamTask, project: TeamProject) => Deed | null,
		): Promise<Done> {
			return deeds.change(projectId, (project, tasks) => {
				const task = tasks.find(({ id }) => id === taskId);
				return task ? ok(deedIn(task, project)) : fail("not_found", "There is no such task in this project.");
			});
		},
	};
	return deeds;
}

const noProject = fail("not_found", "There is no such project.");

/** Nothing changed where something should have: a copy of the same request may have been faster, so look once more. */
async function again(attempt: () => Promise<Done>): Promise<Done> {
	const done = await attempt();
	return done.ok || done.error.kind !== "not_found" ? done : attempt();
}
