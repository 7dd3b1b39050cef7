import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { contains, keyset } from "~/db/keyset";
import { projectPosts, projects, projectTasks, users } from "~/db/schema";
import { type Cursor, pageSize } from "~/lib/page";
import { taskColumns } from "./tasks.repo.server";

type Repo = ReturnType<typeof createTeamRepo>;
export type TeamProject = NonNullable<Awaited<ReturnType<Repo["project"]>>>;
export type TeamTask = Awaited<ReturnType<Repo["tasks"]>>[number];

/** All customers' projects, for our team. These queries have no owner, so only staff may use them. */
export function createTeamRepo(db: Database) {
	const live = and(isNull(projects.removedAt), ne(users.status, "closed"));
	const project = {
		id: projects.id,
		userId: projects.userId,
		name: projects.name,
		client: projects.client,
		status: projects.status,
		progress: projects.progress,
		dueAt: projects.dueAt,
		createdAt: projects.createdAt,
		email: users.email,
		firstName: users.firstName,
		lastName: users.lastName,
		timezone: users.timezone,
		language: users.language,
	};
	return {
		/** Newest first. One more than a page, to know whether there is a next page. */
		list(q: string, after: Cursor | null) {
			const page = keyset(projects.createdAt, projects.id, "desc", after);
			return db.read(
				db.orm
					.select(project)
					.from(projects)
					.innerJoin(users, eq(users.id, projects.userId))
					.where(and(live, page.where, q ? contains([projects.name, projects.client, users.email], q) : undefined))
					.orderBy(...page.orderBy)
					.limit(pageSize + 1),
			);
		},

		async project(id: string) {
			const [found] = await db.read(
				db.orm
					.select(project)
					.from(projects)
					.innerJoin(users, eq(users.id, projects.userId))
					.where(and(live, eq(projects.id, id))),
			);
			return found;
		},

		tasks: (projectId: string) =>
			db.read(
				db.orm
					.select(taskColumns)
					.from(projectTasks)
					.where(and(eq(projectTasks.projectId, projectId), isNull(projectTasks.removedAt)))
					.orderBy(asc(projectTasks.position), asc(projectTasks.id)),
			),

		/** Newest first. */
		posts: (projectId: string, limit: number) =>
			db.read(
				db.orm
					.select()
					.from(projectPosts)
					.where(and(eq(projectPosts.projectId, projectId), isNull(projectPosts.removedAt)))
					.orderBy(desc(projectPosts.createdAt), desc(projectPosts.id))
					.limit(limit),
			),

		/** Whether there is such a row, including removed ones. */
		async exists(row: "post" | "task", id: string): Promise<boolean> {
			const table = row === "post" ? projectPosts : projectTasks;
			const rows = await db.read(db.orm.select({ one: sql`1` }).from(table).where(eq(table.id, id)));
			return rows.length > 0;
		},

		/** Stale if the project already has these values. */
		update(
			id: string,
			values: Partial<Pick<typeof projects.$inferInsert, "status" | "progress" | "dueAt">>,
			now: number,
		) {
			const differs = Object.entries(values).map(
				([name, value]) => sql`${projects[name as keyof typeof values]} is not ${value}`,
			);
			return guarded(
				db.orm
					.update(projects)
					.set({ ...values, updatedAt: now })
					.where(and(eq(projects.id, id), isNull(projects.removedAt), sql`(${sql.join(differs, sql` or `)})`)),
			);
		},
	};
}
