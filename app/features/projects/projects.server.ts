import type { Database } from "../../db/client.server";
import type { Owner } from "../../db/owner";
import type { ProjectStatus } from "../../db/schema";
import { countThisMonth } from "../../lib/dates";
import { decodeCursor, toPage } from "../../lib/page";
import { type Clock, DAY } from "../../platform/clock";
import { createId } from "../../platform/ids";
import type { Activity } from "../activity/activity.server";
import { projectsRepo } from "./projects.repo.server";
import type { NewProject, ProjectListQuery } from "./projects.schema";

export type Projects = ReturnType<typeof createProjects>;

/** What a customer sees of their own software projects. */
export function createProjects({ db, clock, activity }: { db: Database; clock: Clock; activity: Activity }) {
	const repo = projectsRepo(db);
	return {
		async list(owner: Owner, { after, ...query }: Omit<ProjectListQuery, "open">) {
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

		/** Planned, and without a team until we name one. */
		async create(owner: Owner, { dueDate, ...project }: NewProject): Promise<string> {
			const now = clock();
			const id = createId("prj", now);
			const message = `Created the project ${project.name}.`;
			await db.write([
				repo.add(
					owner,
					{ ...project, id, dueAt: dueDate, status: "planned", progress: 0, team: [], createdAt: now, updatedAt: now },
					now,
				),
				activity.record({ actor: "customer", kind: "project.created", message, subjectId: id }, owner),
			]);
			return id;
		},

		/** Empty for a project that is not the owner's. */
		tasks: (owner: Owner, projectId: string) => repo.tasks(owner, projectId, clock()),
	};
}
