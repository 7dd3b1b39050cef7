import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { contains, keyset } from "~/db/keyset";
import { notice } from "~/db/notice.server";
import { type Preferences, projectPosts, projects, projectTasks, users } from "~/db/schema";
import { type Cursor, pageSize } from "~/lib/page";
import { projectHref } from "./project";
import { taskColumns } from "./tasks.repo.server";

/** For the customer whose project it is. */
export interface ProjectNotice {
	readonly kind: "message" | "task_assigned" | "updated";
	readonly title: string;
	readonly body: string;
	/** Two notices about the same are one. */
	readonly about: string;
}

const preferenceFor: Readonly<Record<ProjectNotice["kind"], keyof Preferences>> = {
	message: "messages",
	task_assigned: "taskAssignments",
	updated: "projectUpdates",
};

type Repo = ReturnType<typeof createTeamRepo>;
export type TeamProject = NonNullable<Awaited<ReturnType<Repo["project"]>>>;
export type TeamTask = Awaited<ReturnType<Repo["tasks"]>>[number];

/** All customers' projects, for our own people, who act for the shop: hence no owner in these queries. */
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
		/** Newest first, one more than a page holds. */
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

		/** Whether there has been such a row, be it removed since. */
		async known(table: typeof projectPosts | typeof projectTasks, id: string): Promise<boolean> {
			const rows = await db.read(db.orm.select({ one: sql`1` }).from(table).where(eq(table.id, id)));
			return rows.length > 0;
		},

		/** Statement: unless it stands like that already. */
		update(
			id: string,
			values: Partial<Pick<typeof projects.$inferInsert, "status" | "progress" | "dueAt">>,
			now: number,
		) {
			const differs = Object.entries(values).map(
				([name, value]) => sql`${projects[name as keyof typeof values]} is not ${value}`,
			);
			return db.orm
				.update(projects)
				.set({ ...values, updatedAt: now })
				.where(and(eq(projects.id, id), isNull(projects.removedAt), sql`(${sql.join(differs, sql` or `)})`));
		},

		/** Statement: behind the bell of whose project it is, unless such notices are switched off. */
		tell: (
			{ userId, projectId }: { userId: string; projectId: string },
			{ kind, title, body, about }: ProjectNotice,
			now: number,
		) =>
			notice(
				db,
				{
					userId,
					kind: `project.${kind}`,
					title,
					body,
					href: projectHref(projectId),
					projectId,
					dedupeKey: `project.${kind}:${about}`,
					wantedBy: preferenceFor[kind],
				},
				now,
			),
	};
}
