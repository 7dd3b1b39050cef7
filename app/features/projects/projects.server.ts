import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { countThisMonth } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { decodeCursor, toPage } from "~/lib/page";
import type { Result } from "~/lib/result";
import type { FileStore } from "~/platform/files/file-store";
import { commitOwn } from "./commit-own.server";
import { createDueReminders } from "./due-reminders.server";
import { createFiles } from "./files.server";
import { createPosts } from "./posts.server";
import type { ProjectStatus } from "./project";
import { undoPeriodMs } from "./project";
import { createProjectsRepo, projectCursor } from "./projects.repo.server";
import type { ProjectInput, ProjectListQuery } from "./projects.schema";
import { createTasks } from "./tasks.server";

export type Projects = ReturnType<typeof createProjects>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly store: FileStore;
}

/** A customer's own software projects. */
export function createProjects({ db, clock, store }: Dependencies) {
	const repo = createProjectsRepo(db);
	const tasks = createTasks({ db, clock });
	const posts = createPosts({ db, clock });
	const files = createFiles({ db, clock, store });

	/** Commits a change of one project with its log entry. */
	function changeProject(
		owner: Owner,
		id: string,
		kind: "updated" | "completed" | "reopened" | "removed" | "restored",
		changed: Change,
	): Promise<Result<null>> {
		const params = { project: repo.nameOf(id) };
		const entry = log({ kind: `project.${kind}`, actor: "customer", params, owner, subjectId: id });
		return commitOwn(db, change(changed, entry), clock(), "This project no longer exists.");
	}

	return {
		async list(owner: Owner, { after, ...query }: Omit<ProjectListQuery, "open" | "posts">) {
			const rows = await repo.list(owner, query, decodeCursor(after), clock());
			return toPage(rows, (row) => projectCursor(row, query.sort));
		},

		/** The newest projects. */
		first: (owner: Owner, limit: number) => repo.newest(owner, limit, clock()),

		/** The newest projects whose name or client contains the text. */
		search: (owner: Owner, q: string, limit: number) => repo.list(owner, { q }, null, clock(), limit),

		async counts(owner: Owner) {
			const byStatus = await repo.countByStatus(owner, clock());
			const of = (status: ProjectStatus) => byStatus.find((row) => row.status === status)?.count ?? 0;
			const total = byStatus.reduce((sum, { count }) => sum + count, 0);
			return { total, inProgress: of("in-progress"), completed: of("completed"), active: total - of("completed") };
		},

		/** Returns a function that gives the number due in the current calendar month of a timezone. */
		async dueThisMonth(owner: Owner) {
			const now = clock();
			const due = await repo.due(owner, now - 32 * DAY, now + 32 * DAY, now);
			const times = due.map(({ dueAt }) => dueAt);
			return (timezone: string) => countThisMonth(times, now, timezone);
		},

		/** Null if the project does not exist or is not the owner's. */
		async find(owner: Owner, id: string) {
			const [project] = await repo.find(owner, id, clock());
			return project ?? null;
		},

		/** The clients of the owner's projects, without duplicates. */
		async clients(owner: Owner) {
			const rows = await repo.clients(owner, clock());
			return rows.map(({ client }) => client);
		},

		async create(owner: Owner, { dueDate, ...project }: ProjectInput): Promise<string> {
			const now = clock();
			const id = createId("prj", now);
			const progress = project.status === "completed" ? 100 : 0;
			const params = { project: project.name };
			const created = change(
				repo.add(owner, { ...project, id, dueAt: dueDate, progress, createdAt: now, updatedAt: now }, now),
				log({ kind: "project.created", actor: "customer", params, owner, subjectId: id }),
			);
			await db.commit(created, now);
			return id;
		},

		update(owner: Owner, id: string, { dueDate, ...project }: ProjectInput): Promise<Result<null>> {
			const values = { ...project, dueAt: dueDate, ...(project.status === "completed" && { progress: 100 }) };
			return changeProject(owner, id, "updated", repo.change(owner, id, values, clock()));
		},

		complete: (owner: Owner, id: string) => changeProject(owner, id, "completed", repo.complete(owner, id, clock())),

		/** Continues a completed project. Its progress follows its tasks again. */
		reopen(owner: Owner, id: string): Promise<Result<null>> {
			const opened = repo.change(owner, id, { status: "in-progress", progress: 0 }, clock());
			return changeProject(owner, id, "reopened", change(opened, tasks.countProgress(owner, id)));
		},

		remove: (owner: Owner, id: string) =>
			changeProject(owner, id, "removed", repo.change(owner, id, { removedAt: clock() }, clock())),

		restore: (owner: Owner, id: string) =>
			changeProject(owner, id, "restored", repo.restore(owner, id, clock() - undoPeriodMs, clock())),

		/** Tasks, posts and files of one project. Empty if it is not the owner's. `after` pages the posts. */
		async contents(owner: Owner, id: string, after?: string) {
			const [foundTasks, foundPosts, foundFiles] = await Promise.all([
				tasks.list(owner, id),
				posts.list(owner, id, after),
				files.list(owner, id),
			]);
			return { tasks: foundTasks, posts: foundPosts, files: foundFiles };
		},

		remindDue: createDueReminders({ db, clock }),

		tasks,
		posts,
		files,
	};
}
