import { and, asc, between, count, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { contains, keyset } from "../../db/keyset";
import { type Owner, ownedBy } from "../../db/owner";
import { projects, projectTasks, users } from "../../db/schema";
import { type Cursor, pageSize } from "../../lib/page";
import type { ProjectListQuery } from "./projects.schema";

/** A customer's own software projects. */
export function projectsRepo(db: Database) {
	const mine = (owner: Owner, now: number) => ownedBy(projects.userId, owner, now);

	return {
		list(
			owner: Owner,
			query: Pick<ProjectListQuery, "status" | "q">,
			after: Cursor | null,
			now: number,
			limit = pageSize + 1,
		) {
			const page = keyset(projects.createdAt, projects.id, "desc", after);
			const filter = and(
				query.status ? eq(projects.status, query.status) : undefined,
				query.q ? contains([projects.name, projects.client], query.q) : undefined,
			);
			return db.read(
				db.orm
					.select()
					.from(projects)
					.where(and(mine(owner, now), filter, page.where))
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		countByStatus: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.select({ status: projects.status, count: count() })
					.from(projects)
					.where(mine(owner, now))
					.groupBy(projects.status),
			),

		/** When open projects are due between the two times. */
		due: (owner: Owner, from: number, to: number, now: number) =>
			db.read(
				db.orm
					.select({ dueAt: projects.dueAt })
					.from(projects)
					.where(and(mine(owner, now), ne(projects.status, "completed"), between(projects.dueAt, from, to))),
			),

		/** Statement. Nobody's project, when the session has ended meanwhile: the column refuses. */
		add: (owner: Owner, project: Omit<typeof projects.$inferInsert, "userId">, now: number) =>
			db.orm.insert(projects).values({
				...project,
				userId: sql`(select ${users.id} from ${users} where ${ownedBy(users.id, owner, now)})`,
			}),

		tasks: (owner: Owner, projectId: string, now: number) =>
			db.read(
				db.orm
					.select({ id: projectTasks.id, name: projectTasks.name, completed: projectTasks.completed })
					.from(projectTasks)
					.innerJoin(projects, eq(projects.id, projectTasks.projectId))
					.where(and(eq(projectTasks.projectId, projectId), mine(owner, now)))
					.orderBy(asc(projectTasks.position), asc(projectTasks.id))
					.limit(500),
			),
	};
}
