import { and, asc, eq, gt, inArray, isNull, lte, ne, or } from "drizzle-orm";
import { type Change, wantsNotification, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { projects, users } from "~/db/schema";

/** Projects of all customers that are due soon. Only for the schedule, so the query has no owner. */
export function createDueRemindersRepo(db: Database) {
	const { orm } = db;
	return {
		/** Open projects whose customers want a reminder and have not received it. */
		async listDue(now: number, until: number, limit: number) {
			const rows = await db.read(
				orm
					.select({
						id: projects.id,
						userId: projects.userId,
						name: projects.name,
						progress: projects.progress,
						dueAt: projects.dueAt,
					})
					.from(projects)
					.innerJoin(users, eq(users.id, projects.userId))
					.where(
						and(
							isNull(projects.removedAt),
							ne(projects.status, "completed"),
							gt(projects.dueAt, now),
							lte(projects.dueAt, until),
							inArray(users.status, ["active", "closing"]),
							wantsNotification("dueReminders"),
							or(isNull(projects.remindedDueAt), ne(projects.remindedDueAt, projects.dueAt)),
						),
					)
					.orderBy(asc(projects.dueAt))
					.limit(limit),
			);
			return rows.flatMap(({ dueAt, ...project }) => (dueAt === null ? [] : [{ ...project, dueAt }]));
		},

		markReminded: ({ id, dueAt }: { id: string; dueAt: number }): Change =>
			write(orm.update(projects).set({ remindedDueAt: dueAt }).where(eq(projects.id, id))),
	};
}
