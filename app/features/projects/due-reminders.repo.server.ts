import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { wantsNotification } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keysetInRange } from "~/db/keyset";
import { projects, users } from "~/db/schema";

/** `dueAt` in ms. */
export interface DueProject {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	readonly progress: number;
	readonly dueAt: number;
}

/** Projects of all customers that are due soon. Only for the schedule, so the query has no owner. */
export function createDueRemindersRepo(db: Database) {
	const { orm } = db;
	return {
		/** Open projects whose customers want a reminder. */
		listDue:
			(now: number, until: number) =>
			async (after: DueProject | null, limit: number): Promise<DueProject[]> => {
				const position = after && ([after.dueAt, after.id] as const);
				const { where, orderBy } = keysetInRange(projects.dueAt, projects.id, { from: now, to: until }, position);
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
						// The plus keeps SQLite from starting with all users and looking up their projects.
						.innerJoin(users, eq(users.id, sql`+${projects.userId}`))
						.where(
							and(
								isNull(projects.removedAt),
								// No parameter, so that SQLite can use the partial index.
								sql`${projects.status} <> 'completed'`,
								inArray(users.status, ["active", "closing"]),
								wantsNotification("dueReminders"),
								where,
							),
						)
						.orderBy(...orderBy)
						.limit(limit),
				);
				return rows.flatMap(({ dueAt, ...project }) => (dueAt === null ? [] : [{ ...project, dueAt }]));
			},
	};
}
