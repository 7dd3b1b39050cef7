import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { contains } from "~/db/keyset";
import { ownedFirst, ownedPage } from "~/db/owned";
import type { Owner } from "~/db/owner";
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

const recent = ownedFirst(activityLog, { key: activityLog.createdAt, direction: "desc" });

/** The activity log. */
export function createActivityRepo(db: Database) {
	return {
		recent: (owner: Owner, limit: number, now: number) => db.read(recent({ owner, limit, now })),

		list(owner: Owner, { who, q }: ActivityFilter, after: Cursor | null, now: number) {
			const where = and(who ? eq(activityLog.actor, who) : undefined, ...words(q).map(containsWord));
			const page = { where, key: activityLog.createdAt, direction: "desc", after } as const;
			return ownedPage(db, activityLog, owner, page, now);
		},
	};
}
