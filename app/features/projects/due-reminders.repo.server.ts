import { and, asc, eq, gt, inArray, isNull, lte, ne, notExists, sql } from "drizzle-orm";
import { wants } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { notice } from "~/db/notice.server";
import { type Effect, enqueue } from "~/db/outbox.server";
import { notifications, projects, users } from "~/db/schema";
import { formatDay, type Locale } from "~/lib/dates";
import { projectHref } from "./project";

interface DueProject extends Locale {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	readonly progress: number;
	readonly dueAt: number | null;
}

const keyOf = ({ id, dueAt }: DueProject) => `project.due:${id}:${dueAt}`;

/** Projects that are due soon, for the schedule, which acts for no customer: hence no owner in these queries. */
export function createDueRemindersRepo(db: Database) {
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

		/** Statements: told once for each due date, behind the bell and by mail. */
		remind(project: DueProject, now: number) {
			const { id, userId, name, progress, dueAt } = project;
			const mail: Effect = {
				kind: "mail.project-due",
				payload: { projectId: id, dueAt },
				userId,
				dedupeKey: `mail.${keyOf(project)}`,
			};
			const told = notice(
				db,
				{
					userId,
					kind: "project.due",
					title: `${name} is due on ${formatDay(dueAt ?? now, project)}`,
					body: `It is at ${progress}%. If it needs longer, move the date.`,
					href: projectHref(id),
					projectId: id,
					dedupeKey: keyOf(project),
					wantedBy: "dueReminders",
				},
				now,
			);
			return [told, enqueue(db, mail, now).statement];
		},
	};
}
