import { and, asc, between, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { contains, never } from "~/db/keyset";
import { ownedByStatus, ownedFirst, ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { projects, users } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import { readSort } from "~/lib/sort-order";
import { ownProject, projectName } from "./own-project.repo.server";
import type { ProjectSort } from "./project";
import type { ProjectListQuery } from "./projects.schema";

const sortKeys = {
	created: projects.createdAt,
	name: projects.name,
	due: sql<number>`coalesce(${projects.dueAt}, ${never})`,
};

type SortKey = keyof typeof sortKeys;

/** Cursor of the page after this row. */
export function projectCursor(row: typeof projects.$inferSelect, sort: ProjectSort): Cursor {
	const { by } = readSort<SortKey>(sort);
	const keys = { created: row.createdAt, name: row.name, due: row.dueAt ?? never };
	return [keys[by], row.id];
}

const kept = isNull(projects.removedAt);
const byStatus = ownedByStatus(projects, kept);
const newest = ownedFirst(projects, { where: kept, key: projects.createdAt, direction: "desc" });

/** A customer's own software projects. */
export function createProjectsRepo(db: Database) {
	return {
		list(
			owner: Owner,
			query: Pick<ProjectListQuery, "client" | "q" | "status"> & Partial<Pick<ProjectListQuery, "sort">>,
			after: Cursor | null,
			now: number,
			limit?: number,
		) {
			const where = and(
				kept,
				query.client ? eq(projects.client, query.client) : undefined,
				query.status ? eq(projects.status, query.status) : undefined,
				query.q ? contains([projects.name, projects.client], query.q) : undefined,
			);
			const { by, direction } = readSort<SortKey>(query.sort ?? "-created");
			return ownedPage(db, projects, owner, { where, key: sortKeys[by], direction, after, limit }, now);
		},

		newest: (owner: Owner, limit: number, now: number) => db.read(newest({ owner, limit, now })),

		countByStatus: (owner: Owner, now: number) => db.read(byStatus({ owner, now })),

		/** Due dates of open projects between `from` and `to`. */
		due: (owner: Owner, from: number, to: number, now: number) =>
			db.read(
				db.orm
					.select({ dueAt: projects.dueAt })
					.from(projects)
					.where(and(ownProject(owner, now), ne(projects.status, "completed"), between(projects.dueAt, from, to))),
			),

		/** Throws if the session has ended, because the owner column must not be null. */
		add: (owner: Owner, project: Omit<typeof projects.$inferInsert, "userId">, now: number) =>
			write(
				db.orm.insert(projects).values({
					...project,
					userId: sql`(select ${users.id} from ${users} where ${ownedBy(users.id, owner, now)})`,
				}),
			),

		find: (owner: Owner, id: string, now: number) =>
			db.read(
				db.orm
					.select()
					.from(projects)
					.where(ownProject(owner, now, id)),
			),

		/** The clients of the owner's projects. */
		clients: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.selectDistinct({ client: projects.client })
					.from(projects)
					.where(and(ownProject(owner, now), ne(projects.client, "")))
					.orderBy(asc(projects.client))
					.limit(200),
			),

		change: (owner: Owner, id: string, values: Partial<typeof projects.$inferInsert>, now: number) =>
			guarded(
				db.orm
					.update(projects)
					.set({ ...values, updatedAt: now })
					.where(ownProject(owner, now, id)),
			),

		/** Stale if it is already completed. */
		complete: (owner: Owner, id: string, now: number) =>
			guarded(
				db.orm
					.update(projects)
					.set({ status: "completed", progress: 100, updatedAt: now })
					.where(and(ownProject(owner, now, id), ne(projects.status, "completed"))),
			),

		restore: (owner: Owner, id: string, since: number, now: number) =>
			guarded(
				db.orm
					.update(projects)
					.set({ removedAt: null, updatedAt: now })
					.where(and(ownedBy(projects.userId, owner, now), eq(projects.id, id), gt(projects.removedAt, since))),
			),

		/** Parameter of a log entry: an expression for the name of the project. */
		nameOf: (id: string) => projectName(id),
	};
}
