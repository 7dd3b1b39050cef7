import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notice } from "~/db/notice.server";
import type { Owner } from "~/db/owner";
import { type Assignee, projects, projectTasks } from "~/db/schema";
import { DAY } from "~/lib/durations";
import { ownProject, ownProjectIds, projectName } from "./own-project.repo.server";
import { mostTasks } from "./project";

interface NewTask {
	readonly id: string;
	readonly name: string;
	readonly assignee?: Assignee | null;
}

/** As the column keeps it. */
const asJson = (assignee: Assignee | null) => assignee && JSON.stringify(assignee);

/** What is shown of a task, to its customer as to our team. */
export const taskColumns = {
	id: projectTasks.id,
	name: projectTasks.name,
	completed: projectTasks.completed,
	assignee: projectTasks.assignee,
};

/** The tasks of a customer's own projects. All but `list` give statements, which change nothing of another's. */
export function createTasksRepo(db: Database) {
	const mine = (owner: Owner, id: string, now: number) =>
		and(eq(projectTasks.id, id), inArray(projectTasks.projectId, ownProjectIds(db, owner, now)));
	const there = (owner: Owner, id: string, now: number) => and(mine(owner, id, now), isNull(projectTasks.removedAt));
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
					.limit(mostTasks),
			),

		/** Below the others, unless the project has its fill of them. The same id twice is one task. */
		add(owner: Owner, projectId: string, { id, name, assignee = null }: NewTask, now: number) {
			const others = (expression: SQL) =>
				sql`(select ${expression} from ${projectTasks} where ${projectTasks.projectId} = ${projectId} and ${projectTasks.removedAt} is null)`;
			const task = db.orm
				.select({
					id: sql<string>`${id}`.as("id"),
					projectId: projects.id,
					name: sql<string>`${name}`.as("name"),
					completed: sql<boolean>`0`.as("completed"),
					assignee: sql<Assignee | null>`${asJson(assignee)}`.as("assignee"),
					position: sql<number>`${others(sql`coalesce(max(position), 0) + 1`)}`.as("position"),
					removedAt: sql<null>`null`.as("removed_at"),
				})
				.from(projects)
				.where(and(ownProject(owner, now, projectId), sql`${others(sql`count(*)`)} < ${mostTasks}`));
			return db.orm.insert(projectTasks).select(task).onConflictDoNothing();
		},

		/** To somebody else than before. */
		assign: (owner: Owner, id: string, assignee: Assignee | null, now: number) =>
			db.orm
				.update(projectTasks)
				.set({ assignee })
				.where(and(there(owner, id, now), sql`${projectTasks.assignee} is not ${asJson(assignee)}`)),

		/** Another state than before. */
		turn: (owner: Owner, id: string, completed: boolean, now: number) =>
			db.orm
				.update(projectTasks)
				.set({ completed })
				.where(and(there(owner, id, now), ne(projectTasks.completed, completed))),

		change: (owner: Owner, id: string, values: { name: string } | { completed: boolean }, now: number) =>
			db.orm
				.update(projectTasks)
				.set(values)
				.where(there(owner, id, now)),

		/** To the place `to` (from 0) among the tasks that are shown: all others keep their order. */
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
			// Others stand at even places; the moved one goes between two of them.
			const position = sql`case when ${ranked.id} = ${id} then ${to} * 2 + sign(${to} - ${from}) else ${ranked.rank} * 2 end`;
			return db.orm
				.update(projectTasks)
				.set({ position })
				.from(ranked)
				.where(
					and(
						eq(projectTasks.id, ranked.id),
						inArray(projectTasks.projectId, ownProjectIds(db, owner, now)),
						sql`exists (select 1 from ${ranked} where ${ranked.id} = ${id})`,
					),
				);
		},

		remove: (owner: Owner, id: string, now: number) =>
			db.orm
				.update(projectTasks)
				.set({ removedAt: now })
				.where(there(owner, id, now)),

		restore: (owner: Owner, id: string, since: number, now: number) =>
			db.orm
				.update(projectTasks)
				.set({ removedAt: null })
				.where(and(mine(owner, id, now), isNotNull(projectTasks.removedAt), gt(projectTasks.removedAt, since))),

		/** The progress of the task's project, from how many of its tasks are done; without tasks it stays as it is. */
		countProgress(owner: Owner, ofTask: string | null, projectId: string | null, now: number) {
			const project = ofTask === null ? sql`${projectId}` : projectOf(ofTask);
			const done = sql`(select round(100.0 * sum(${projectTasks.completed}) / count(*)) from ${projectTasks} where ${projectTasks.projectId} = ${projects.id} and ${projectTasks.removedAt} is null)`;
			return db.orm
				.update(projects)
				.set({ progress: sql`coalesce(${done}, ${projects.progress})`, updatedAt: now })
				.where(and(ownProject(owner, now), sql`${projects.id} = ${project}`));
		},

		/** Statement, after the progress was counted: the project's last open task is done. Once a day at most. */
		tellAllDone(owner: Owner, ofTask: string, now: number) {
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
			return notice(
				db,
				{
					userId: sql`(select ${projects.userId} from ${projects} where ${projects.id} = ${project})`,
					kind: "project.tasks_done",
					title: sql`'All tasks of ' || ${projectName(project)} || ' are done'`,
					body: "Mark the project complete, or add what is missing.",
					href: sql`'/dashboard/projects?open=' || ${project}`,
					dedupeKey: sql`'project.tasks_done:' || ${project} || ${`:${Math.floor(now / DAY)}`}`,
					when: exists(waiting),
					wantedBy: "projectUpdates",
				},
				now,
			);
		},

		/** Expression: the text, then the task's name and its project's. */
		sentence: (text: string, id: string) =>
			sql`${text} || (select ${projectTasks.name} from ${projectTasks} where ${projectTasks.id} = ${id}) || ' in ' || ${projectName(projectOf(id))} || '.'`,
	};
}
