import { type SQL, sql } from "drizzle-orm";
import { createId } from "../platform/ids";
import type { Database } from "./client.server";
import { notifications, type Preferences, users } from "./schema";

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
	/** Without it the notice comes whatever else is so. */
	readonly when?: SQL;
	/** The preference that must be on; without one the notice always comes. */
	readonly wantedBy?: keyof Preferences;
}

/** The statement that puts a notice behind a customer's bell, as part of the batch of what it tells about. */
export function notice(db: Database, told: Notice, now: number) {
	const { userId, kind, title, body, href, dedupeKey, when = sql`1`, wantedBy } = told;
	const wanted = wantedBy ? wants(wantedBy) : sql`1`;
	return db.orm
		.insert(notifications)
		.select(
			sql`select ${createId("ntf", now)}, ${users.id}, ${kind}, ${title}, ${body}, ${href}, ${dedupeKey}, null, ${now}
				from ${users} where ${users.id} = ${userId} and ${wanted} and ${when}`,
		)
		.onConflictDoNothing();
}

/** Condition on a row of `users`: this kind of notice is not switched off. */
export const wants = (preference: keyof Preferences): SQL =>
	sql`coalesce(json_extract(${users.preferences}, ${`$.${preference}`}), 1)`;
