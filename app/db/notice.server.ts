import { type SQL, sql } from "drizzle-orm";
import type { Preferences } from "~/features/notifications/preferences";
import { createId } from "~/lib/ids";
import { wants } from "./change.server";
import type { Database } from "./client.server";
import { selectRow } from "./insert-select";
import { notifications, users } from "./schema";

/** Where text is not known yet, an expression of the batch gives it. */
export interface Notice {
	readonly userId: string | SQL;
	/** `invoice.paid`, `project.message` … */
	readonly kind: string;
	readonly title: string | SQL;
	readonly body: string;
	readonly href: string | SQL;
	/** Two notices with the same key are one; the second is left out. */
	readonly dedupeKey: string | SQL;
	readonly projectId?: string | SQL;
	/** Without it the notice comes whatever else is so. */
	readonly when?: SQL;
	/** The preference that must be on; without one the notice always comes. */
	readonly wantedBy?: keyof Preferences;
}

/** The statement that puts a notice behind a customer's bell, as part of the batch of what it tells about. */
export function notice(db: Database, told: Notice, now: number) {
	const { userId, kind, title, body, href, dedupeKey, projectId, when = sql`1`, wantedBy } = told;
	const wanted = wantedBy ? wants(wantedBy) : sql`1`;
	const row = selectRow(notifications, {
		id: createId("ntf", now),
		userId: sql`${users.id}`,
		kind,
		params: sql`json_object('title', ${title}, 'body', ${body}, 'href', ${href})`,
		projectId,
		dedupeKey: sql`${dedupeKey}`,
		createdAt: now,
	});
	return db.orm
		.insert(notifications)
		.select(sql`${row} from ${users} where ${users.id} = ${userId} and ${wanted} and ${when}`)
		.onConflictDoNothing();
}
