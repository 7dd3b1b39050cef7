import type { Database, Statement } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { ProjectStatus } from "~/db/schema";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { countThisMonth } from "~/lib/dates";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { decodeCursor, toPage } from "~/lib/page";
import type { Result } from "~/lib/result";
import type { FileStore } from "~/platform/files/file-store";
import { createDueReminders } from "./due-reminders.server";
import { createFiles } from "./files.server";
import { createPosts } from "./posts.server";
import { undoFor } from "./project";
import { createProjectsRepo } from "./projects.repo.server";
import type { ProjectInput, ProjectListQuery } from "./projects.schema";
import { createTasks } from "./tasks.server";

export type Projects = ReturnType<typeof createProjects>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly store: FileStore;
}

/** What a customer sees of and does with their own software projects. */
export function createProjects({ db, clock, activity, store }: Dependencies) {
	const repo = createProjectsRepo(db);
	const tasks = createTasks({ db, clock, activity });
	const posts = createPosts({ db, clock, activity });
	const files = createFiles({ db, clock, activity, store });

	function carryOut(owner: Owner, id: string, change: Statement, kind: string, text: string, ...more: Statement[]) {
		const entry = { kind: `project.${kind}`, message: repo.sentence(text, id), subjectId: id };
		return activity.carryOut(owner, [change, ...more], entry, "This project is no longer there.");
	}

	return {
		async list(owner: Owner, { after, ...query }: Pick<ProjectListQuery, "after" | "client" | "q" | "status">) {
			const rows = await repo.list(owner, query, decodeCursor(after), clock());
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		/** The newest whose name or client contains the text. */
		first: (owner: Owner, limit: number, q = "") => repo.list(owner, { q }, null, clock(), limit),

		async counts(owner: Owner) {
			const byStatus = await repo.countByStatus(owner, clock());
			const of = (status: ProjectStatus) => byStatus.find((row) => row.status === status)?.count ?? 0;
			const total = byStatus.reduce((sum, { count }) => sum + count, 0);
			return { total, inProgress: of("in-progress"), completed: of("completed"), active: total - of("completed") };
		},

		/** Gives a function of the timezone: how many are due in the calendar month that it is there. */
		async dueThisMonth(owner: Owner) {
			const now = clock();
			const due = await repo.due(owner, now - 32 * DAY, now + 32 * DAY, now);
			const times = due.map(({ dueAt }) => dueAt);
			return (timezone: string) => countThisMonth(times, now, timezone);
		},

		/** Null for a project that is not the owner's. */
		async find(owner: Owner, id: string) {
			const [project] = await repo.find(owner, id, clock());
			return project ?? null;
		},

		/** Who the owner's projects are for, each once. */
		async clients(owner: Owner) {
			const rows = await repo.clients(owner, clock());
			return rows.map(({ client }) => client);
		},

		async create(owner: Owner, { dueDate, ...project }: ProjectInput): Promise<string> {
			const now = clock();
			const id = createId("prj", now);
			const message = `Created the project ${project.name}.`;
			const progress = project.status === "completed" ? 100 : 0;
			await db.write([
				repo.add(owner, { ...project, id, dueAt: dueDate, progress, createdAt: now, updatedAt: now }, now),
				activity.record({ actor: "customer", kind: "project.created", message, subjectId: id }, owner),
			]);
			return id;
		},

		update(owner: Owner, id: string, { dueDate, ...project }: ProjectInput): Promise<Result<null>> {
			const values = { ...project, dueAt: dueDate, ...(project.status === "completed" && { progress: 100 }) };
			return carryOut(owner, id, repo.change(owner, id, values, clock()), "updated", "Changed the project ");
		},

		complete: (owner: Owner, id: string) =>
			carryOut(owner, id, repo.complete(owner, id, clock()), "completed", "Completed the project "),

		/** Goes on with a completed project, as far as its tasks are. */
		reopen(owner: Owner, id: string): Promise<Result<null>> {
			const statement = repo.change(owner, id, { status: "in-progress", progress: 0 }, clock());
			return carryOut(owner, id, statement, "reopened", "Reopened the project ", tasks.count(owner, id));
		},

		remove: (owner: Owner, id: string) =>
			carryOut(owner, id, repo.change(owner, id, { removedAt: clock() }, clock()), "removed", "Deleted the project "),

		restore: (owner: Owner, id: string) =>
			carryOut(owner, id, repo.restore(owner, id, clock() - undoFor, clock()), "restored", "Brought back the project "),

		/** What is in one project; nothing when it is not the owner's. `after` pages the posts. */
		async contents(owner: Owner, id: string, after?: string) {
			const [foundTasks, foundPosts, foundFiles] = await Promise.all([
				tasks.list(owner, id),
				posts.list(owner, id, after),
				files.list(owner, id),
			]);
			return { tasks: foundTasks, posts: foundPosts, files: foundFiles };
		},

		/** For the schedule. */
		remindDue: createDueReminders({ db, clock }),

		tasks,
		posts,
		files,
	};
}
