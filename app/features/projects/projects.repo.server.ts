import { and, asc, between, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { contains } from "../../db/keyset";
import { ownedByStatus, ownedPage } from "../../db/owned";
import { type Owner, ownedBy } from "../../db/owner";
import { projects, projectTasks, users } from "../../db/schema";
import type { Cursor } from "../../lib/page";
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
			limit?: number,
		) {
			const where = and(
				query.status ? eq(projects.status, query.status) : undefined,
				query.q ? contains([projects.name, projects.client], query.q) : undefined,
			);
			return ownedPage(db, projects, owner, { where, key: projects.createdAt, direction: "desc", after, limit }, now);
		},

		countByStatus: (owner: Owner, now: number) => ownedByStatus(db, projects, owner, now),

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
