import { and, asc, eq, gt, inArray, isNull, lte, ne, notExists, sql } from "drizzle-orm";
import { wantsNotification } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { notifications, projects, users } from "~/db/schema";

/** Projects of all customers that are due soon. Only for the schedule, so the query has no owner. */
export function createDueRemindersRepo(db: Database) {
	const { orm } = db;
	return {
		/** Open projects whose customers want a reminder and have not received it. */
		async listDue(now: number, until: number, limit: number) {
			const reminded = orm
				.select({ one: sql`1` })
				.from(notifications)
				.where(sql`${notifications.dedupeKey} = 'project.due:' || ${projects.id} || ':' || ${projects.dueAt}`);
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
							notExists(reminded),
						),
					)
					.orderBy(asc(projects.dueAt))
					.limit(limit),
			);
			return rows.flatMap(({ dueAt, ...project }) => (dueAt === null ? [] : [{ ...project, dueAt }]));
		},
	};
}
