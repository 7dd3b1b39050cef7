import { and, asc, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keyset, literally, startsWith } from "~/db/keyset";
import { projectFiles, projectPosts, projects, projectTasks, users } from "~/db/schema";
import { peopleWith, staffMay } from "~/db/staff-access";
import type { Permission } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import type { Cursor } from "~/lib/page";
import { maxFiles } from "./files.repo.server";
import type { ProjectStatus } from "./project";
import { taskColumns } from "./tasks.repo.server";

type Repo = ReturnType<typeof createProjectsDeskRepo>;
export type DeskProject = NonNullable<Awaited<ReturnType<Repo["project"]>>>;
export type ListedProject = Awaited<ReturnType<Repo["newest"]>>[number];
export type DeskTask = Awaited<ReturnType<Repo["tasks"]>>[number];

const live = and(isNull(projects.removedAt), ne(users.status, "closed"));

const listed = {
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
};

const details = {
	...listed,
	description: projects.description,
	priority: projects.priority,
	technologies: projects.technologies,
	team: projects.team,
	updatedAt: sql<number>`${projects.updatedAt}`.as("version"),
	timezone: users.timezone,
	language: users.language,
};

interface ProjectRange {
	readonly status: ProjectStatus | undefined;
	readonly after: Cursor | null;
	/** One more than a page has, to know whether there is a next page. */
	readonly limit: number;
}

/** SQLite finds these in the indexes `projects_name` and `projects_client`, so they must be the same expressions. */
const name = sql<string>`lower(${projects.name})`;
const client = sql<string>`lower(${projects.client})`;

/** All customers' projects, for staff. Every statement checks the session and the permission. */
export function createProjectsDeskRepo(db: Database) {
	const { orm } = db;

	/** Projects whose `key` starts with the text, in its order. */
	function startingWith(
		session: StaffSession,
		key: typeof users.email | SQL<string>,
		text: string,
		{ status, after, limit }: ProjectRange,
		now: number,
	) {
		const page = keyset(key, projects.id, "asc", after);
		return db.read(
			orm
				.select({ ...listed, match: sql<string>`${key}`.as("match") })
				.from(projects)
				.innerJoin(users, eq(users.id, projects.userId))
				.where(
					and(
						staffMay(session, "projects.view", now),
						live,
						startsWith(key, text),
						// The condition of its index.
						key === client ? sql`${projects.client} <> ''` : undefined,
						status && eq(projects.status, status),
						page.where,
					),
				)
				.orderBy(...page.orderBy)
				.limit(limit),
		);
	}

	return {
		/** Newest first. */
		newest(session: StaffSession, { status, after, limit }: ProjectRange, now: number) {
			const page = keyset(projects.createdAt, projects.id, "desc", after);
			return db.read(
				orm
					.select(listed)
					.from(projects)
					.innerJoin(users, eq(users.id, projects.userId))
					.where(
						and(
							staffMay(session, "projects.view", now),
							live,
							status && literally(projects.status, status),
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		/** By the start of the project's name, its client or the customer's address. One round trip. */
		async search(session: StaffSession, text: string, range: ProjectRange, now: number) {
			const keys = [name, client, users.email] as const;
			const found = await Promise.all(keys.map((key) => startingWith(session, key, text.toLowerCase(), range, now)));
			return found.flat();
		},

		async project(session: StaffSession, permission: Permission, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select(details)
					.from(projects)
					.innerJoin(users, eq(users.id, projects.userId))
					.where(and(staffMay(session, permission, now), live, eq(projects.id, id))),
			);
			return found;
		},

		tasks: (session: StaffSession, permission: Permission, projectId: string, now: number) =>
			db.read(
				orm
					.select(taskColumns)
					.from(projectTasks)
					.where(
						and(
							staffMay(session, permission, now),
							eq(projectTasks.projectId, projectId),
							isNull(projectTasks.removedAt),
						),
					)
					.orderBy(asc(projectTasks.position), asc(projectTasks.id)),
			),

		/** Newest first. */
		posts(session: StaffSession, projectId: string, after: Cursor | null, limit: number, now: number) {
			const page = keyset(projectPosts.createdAt, projectPosts.id, "desc", after);
			return db.read(
				orm
					.select()
					.from(projectPosts)
					.where(
						and(
							staffMay(session, "projects.view", now),
							eq(projectPosts.projectId, projectId),
							isNull(projectPosts.removedAt),
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		/** Newest first, as customers see them. */
		files: (session: StaffSession, projectId: string, now: number) =>
			db.read(
				orm
					.select({
						id: projectFiles.id,
						name: projectFiles.name,
						size: projectFiles.size,
						createdAt: projectFiles.createdAt,
					})
					.from(projectFiles)
					.where(
						and(
							staffMay(session, "projects.view", now),
							eq(projectFiles.projectId, projectId),
							eq(projectFiles.state, "stored"),
							isNull(projectFiles.removedAt),
						),
					)
					.orderBy(desc(projectFiles.createdAt), desc(projectFiles.id))
					.limit(maxFiles),
			),

		/** A stored file of a project. */
		async file(session: StaffSession, projectId: string, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({
						id: projectFiles.id,
						name: projectFiles.name,
						type: projectFiles.type,
						size: projectFiles.size,
					})
					.from(projectFiles)
					.innerJoin(projects, eq(projects.id, projectFiles.projectId))
					.innerJoin(users, eq(users.id, projects.userId))
					.where(
						and(
							staffMay(session, "projects.view", now),
							live,
							eq(projectFiles.id, id),
							eq(projectFiles.projectId, projectId),
							eq(projectFiles.state, "stored"),
							isNull(projectFiles.removedAt),
						),
					),
			);
			return found;
		},

		/** Who may work in projects, by name. */
		people: (session: StaffSession, now: number) =>
			db.read(peopleWith(db, session, { view: "projects.view", work: "projects.change" }, now)),

		/** Whether there is such a row, including removed ones. */
		async exists(session: StaffSession, row: "post" | "task", id: string, now: number): Promise<boolean> {
			const table = row === "post" ? projectPosts : projectTasks;
			const rows = await db.read(
				orm
					.select({ one: sql`1` })
					.from(table)
					.where(and(staffMay(session, "projects.change", now), eq(table.id, id))),
			);
			return rows.length > 0;
		},

		/** Stale if the project has changed since `version`. */
		update(
			id: string,
			version: number,
			values: Partial<Pick<typeof projects.$inferInsert, "status" | "progress" | "dueAt">>,
			now: number,
		) {
			return guarded(
				orm
					.update(projects)
					// Later than the version also within its millisecond, so that a second form with it is stale.
					.set({ ...values, updatedAt: Math.max(now, version + 1) })
					.where(and(eq(projects.id, id), eq(projects.updatedAt, version), isNull(projects.removedAt))),
			);
		},
	};
}
