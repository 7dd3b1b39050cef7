import { and, desc, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.server";
import { keyset } from "../../db/keyset";
import { type Owner, ownedBy } from "../../db/owner";
import { activityLog, users } from "../../db/schema";
import { type Cursor, pageSize } from "../../lib/page";
import { createId } from "../../platform/ids";
import type { ActivityEntry } from "./activity";

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

		list(owner: Owner, after: Cursor | null, now: number) {
			const page = keyset(activityLog.createdAt, activityLog.id, "desc", after);
			return db.read(
				db.orm
					.select()
					.from(activityLog)
					.where(and(ownedBy(activityLog.userId, owner, now), page.where))
					.orderBy(...page.orderBy)
					.limit(pageSize + 1),
			);
		},

		/** Statement: goes into the batch of what it tells about. */
		record({ actor, kind, message, subjectId }: ActivityEntry<SQL>, owner: Owner, now: number) {
			const id = createId("act", now);
			const userId = sql<string>`(select ${users.id} from ${users} where ${ownedBy(users.id, owner, now)})`;
			return db.orm
				.insert(activityLog)
				.values({ id, userId, actor, kind, message: sql`${message}`, subjectId: subjectId ?? null, createdAt: now });
		},
	};
}
