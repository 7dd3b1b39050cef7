import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { guarded, notify, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import type { Owner } from "~/db/owner";
import { projects, projectTasks } from "~/db/schema";
import { DAY } from "~/lib/durations";
import { ownProject, ownProjectIds, projectName } from "./own-project.repo.server";
import type { Assignee } from "./project";
import { maxTasks } from "./project";

interface NewTask {
	readonly id: string;
	readonly name: string;
	readonly assignee?: Assignee | null;
}

/** The column's JSON form. */
const toJson = (assignee: Assignee | null) => assignee && JSON.stringify(assignee);

/** The columns that customers and our team see. */
export const taskColumns = {
	id: projectTasks.id,
	name: projectTasks.name,
	completed: projectTasks.completed,
	assignee: projectTasks.assignee,
};

/** The tasks of a customer's own projects. */
export function createTasksRepo(db: Database) {
	const ownTask = (owner: Owner, id: string, now: number) =>
		and(eq(projectTasks.id, id), inArray(projectTasks.projectId, ownProjectIds(db, owner, now)));
	const currentTask = (owner: Owner, id: string, now: number) =>
		and(ownTask(owner, id, now), isNull(projectTasks.removedAt));
	const projectOf = (id: string) =>
		sql`(select ${projectTasks.projectId} from ${projectTasks} where ${projectTasks.id} = ${id})`;

	return {
		list: (owner: Owner, projectId: string, now: number) =>
			db.read(
				db.orm
					.select(taskColumns)
					.from(projectTasks)
					.innerJoin(projects, eq(projects.id, projectTasks.projectId))
					.where(and(ownProject(owner, now, projectId), isNull(projectTasks.removedAt)))
					.orderBy(asc(projectTasks.position), asc(projectTasks.id))
					.limit(maxTasks),
			),

		/** Adds it below the others. Stale if the project has the most tasks, or a task with this id. */
		add(owner: Owner, projectId: string, { id, name, assignee = null }: NewTask, now: number) {
			const others = (expression: SQL) =>
				sql`(select ${expression} from ${projectTasks} where ${projectTasks.projectId} = ${projectId} and ${projectTasks.removedAt} is null)`;
			const position = others(sql`coalesce(max(position), 0) + 1`);
			const task = { id, projectId, name, completed: false, assignee, position };
			const project = sql`from ${projects} where ${ownProject(owner, now, projectId)} and ${others(sql`count(*)`)} < ${maxTasks}`;
			return guarded(insertSelect(db, projectTasks, task, project).onConflictDoNothing());
		},

		/** Stale if the assignee is the same. */
		assign: (owner: Owner, id: string, assignee: Assignee | null, now: number) =>
			guarded(
				db.orm
					.update(projectTasks)
					.set({ assignee })
					.where(and(currentTask(owner, id, now), sql`${projectTasks.assignee} is not ${toJson(assignee)}`)),
			),

		/** Stale if it is already in this state. */
		setCompleted: (owner: Owner, id: string, completed: boolean, now: number) =>
			guarded(
				db.orm
					.update(projectTasks)
					.set({ completed })
					.where(and(currentTask(owner, id, now), ne(projectTasks.completed, completed))),
			),

		change: (owner: Owner, id: string, values: { name: string } | { completed: boolean }, now: number) =>
			guarded(
				db.orm
					.update(projectTasks)
					.set(values)
					.where(currentTask(owner, id, now)),
			),

		/** Moves it to index `to` (from 0) among the tasks that are not removed. The others keep their order. */
		move(owner: Owner, id: string, to: number, now: number) {
			const ranked = db.orm
				.select({
					id: sql<string>`${projectTasks.id}`.as("ranked_id"),
					rank: sql<number>`row_number() over (order by ${projectTasks.position}, ${projectTasks.id}) - 1`.as("rank"),
				})
				.from(projectTasks)
				.where(and(sql`${projectTasks.projectId} = ${projectOf(id)}`, isNull(projectTasks.removedAt)))
				.as("ranked");
			const from = sql`(select ${ranked.rank} from ${ranked} where ${ranked.id} = ${id})`;
			// Doubled, so that the moved task fits between two others.
			const position = sql`case when ${ranked.id} = ${id} then ${to} * 2 + sign(${to} - ${from}) else ${ranked.rank} * 2 end`;
			return guarded(
				db.orm
					.update(projectTasks)
					.set({ position })
					.from(ranked)
					.where(
						and(
							eq(projectTasks.id, ranked.id),
							inArray(projectTasks.projectId, ownProjectIds(db, owner, now)),
							sql`exists (select 1 from ${ranked} where ${ranked.id} = ${id})`,
						),
					),
			);
		},

		remove: (owner: Owner, id: string, now: number) =>
			guarded(
				db.orm
					.update(projectTasks)
					.set({ removedAt: now })
					.where(currentTask(owner, id, now)),
			),

		restore: (owner: Owner, id: string, since: number, now: number) =>
			guarded(
				db.orm
					.update(projectTasks)
					.set({ removedAt: null })
					.where(and(ownTask(owner, id, now), isNotNull(projectTasks.removedAt), gt(projectTasks.removedAt, since))),
			),

		/** Sets the progress of the task's project from its completed tasks. Without tasks it does not change. */
		countProgress(owner: Owner, ofTask: string | null, projectId: string | null, now: number) {
			const project = ofTask === null ? sql`${projectId}` : projectOf(ofTask);
			const done = sql`(select round(100.0 * sum(${projectTasks.completed}) / count(*)) from ${projectTasks} where ${projectTasks.projectId} = ${projects.id} and ${projectTasks.removedAt} is null)`;
			return write(
				db.orm
					.update(projects)
					.set({ progress: sql`coalesce(${done}, ${projects.progress})`, updatedAt: now })
					.where(and(ownProject(owner, now), sql`${projects.id} = ${project}`)),
			);
		},

		/** Notifies that the last open task of the project is done, at most once a day. Follows `countProgress`. */
		notifyAllDone(owner: Owner, ofTask: string, now: number) {
			const project = projectOf(ofTask);
			const waiting = db.orm
				.select({ one: sql`1` })
				.from(projects)
				.where(
					and(
						ownProject(owner, now),
						sql`${projects.id} = ${project}`,
						eq(projects.progress, 100),
						ne(projects.status, "completed"),
					),
				);
			return notify({
				kind: "project.tasks_done",
				userId: sql`(select ${projects.userId} from ${projects} where ${projects.id} = ${project})`,
				projectId: project,
				params: { project: projectName(project), projectId: project },
				once: sql`${project} || ${`:${Math.floor(now / DAY)}`}`,
				when: exists(waiting),
				wantedBy: "projectUpdates",
			});
		},

		/** Parameters of a log entry: expressions for the names of the task and its project. */
		nameExpressions: (id: string) => ({
			task: sql`(select ${projectTasks.name} from ${projectTasks} where ${projectTasks.id} = ${id})`,
			project: projectName(projectOf(id)),
		}),
	};
}
