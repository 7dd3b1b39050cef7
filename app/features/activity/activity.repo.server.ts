import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { contains } from "../../db/keyset";
import { ownedPage } from "../../db/owned";
import { type Owner, ownedBy } from "../../db/owner";
import { activityLog } from "../../db/schema";
import type { Cursor } from "../../lib/page";
import type { ActivityListQuery } from "./activity.schema";

/** Absent filters leave everything in. */
export type ActivityFilter = Partial<Pick<ActivityListQuery, "who" | "q">>;

/** What happened in an account. */
export function activityRepo(db: Database) {
	return {
		recent: (owner: Owner, limit: number, now: number) =>
			db.read(
				db.orm
					.select()
					.from(activityLog)
					.where(ownedBy(activityLog.userId, owner, now))
					.orderBy(desc(activityLog.createdAt), desc(activityLog.id))
					.limit(limit),
			),

		list(owner: Owner, { who, q }: ActivityFilter, after: Cursor | null, now: number) {
			const where = and(
				who ? eq(activityLog.actor, who) : undefined,
				q ? contains([activityLog.message], q) : undefined,
			);
			const page = { where, key: activityLog.createdAt, direction: "desc", after } as const;
			return ownedPage(db, activityLog, owner, page, now);
		},
	};
}
