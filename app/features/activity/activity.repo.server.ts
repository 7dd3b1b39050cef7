import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { contains } from "~/db/keyset";
import { ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { activityLog } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import type { ActivityListQuery } from "./activity.schema";
import { kindsContaining } from "./activity-text";

export type ActivityFilter = Partial<Pick<ActivityListQuery, "who" | "q">>;

/** The words of a search. Each must occur in the text of the kind or in the parameters. */
const words = (q = "") => q.split(/\s+/).flatMap((word) => word.replace(/[.,:;]+$/, "") || []);

const containsWord = (word: string): SQL | undefined =>
	or(
		// One bound value for all kinds, because D1 binds at most 100.
		sql`${activityLog.kind} in (select value from json_each(${JSON.stringify(kindsContaining(word))}))`,
		contains([activityLog.params, activityLog.message], word),
	);

/** The activity log. */
export function createActivityRepo(db: Database) {
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
			const where = and(who ? eq(activityLog.actor, who) : undefined, ...words(q).map(containsWord));
			const page = { where, key: activityLog.createdAt, direction: "desc", after } as const;
			return ownedPage(db, activityLog, owner, page, now);
		},
	};
}
