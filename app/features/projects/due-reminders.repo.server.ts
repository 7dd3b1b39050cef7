import { and, asc, eq, gt, inArray, isNull, lte, ne, notExists, sql } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { notice, wants } from "../../db/notice.server";
import { notifications, projects, users } from "../../db/schema";
import { formatDay, type Locale } from "../../lib/dates";

interface DueProject extends Locale {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	readonly progress: number;
	readonly dueAt: number | null;
}

const keyOf = ({ id, dueAt }: DueProject) => `project.due:${id}:${dueAt}`;

/** Projects that are due soon, for the schedule, which acts for no customer: hence no owner in these queries. */
export function dueRemindersRepo(db: Database) {
	const { orm } = db;
	return {
		/** Open ones whose customers want to hear of it and have not yet. */
		due(now: number, until: number, limit: number) {
			const told = orm
				.select({ one: sql`1` })
				.from(notifications)
				.where(sql`${notifications.dedupeKey} = 'project.due:' || ${projects.id} || ':' || ${projects.dueAt}`);
			return db.read(
				orm
					.select({
						id: projects.id,
						userId: projects.userId,
						name: projects.name,
						progress: projects.progress,
						dueAt: projects.dueAt,
						timezone: users.timezone,
						language: users.language,
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
							wants("dueReminders"),
							notExists(told),
						),
					)
					.orderBy(asc(projects.dueAt))
					.limit(limit),
			);
		},

		/** Statement: told once for each due date. */
		remind(project: DueProject, now: number) {
			const { id, userId, name, progress, dueAt } = project;
			return notice(
				db,
				{
					userId,
					kind: "project.due",
					title: `${name} is due on ${formatDay(dueAt ?? now, project)}`,
					body: `It is at ${progress}%. If it needs longer, move the date.`,
					href: `/dashboard/projects?open=${id}`,
					dedupeKey: keyOf(project),
					wantedBy: "dueReminders",
				},
				now,
			);
		},
	};
}
