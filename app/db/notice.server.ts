import { sql } from "drizzle-orm";
import { createId } from "../platform/ids";
import type { Database } from "./client.server";
import { notifications, type Preferences, users } from "./schema";

export interface Notice {
	readonly userId: string;
	/** `invoice.paid`, `project.message` … */
	readonly kind: string;
	readonly title: string;
	readonly body: string;
	readonly href: string;
	/** Two notices with the same key are one; the second is left out. */
	readonly dedupeKey: string;
	/** The preference that must be on; without one the notice always comes. */
	readonly wantedBy?: keyof Preferences;
}

/** The statement that puts a notice behind a customer's bell, as part of the batch of what it tells about. */
export function notice(db: Database, { userId, kind, title, body, href, dedupeKey, wantedBy }: Notice, now: number) {
	const wanted = wantedBy ? sql`coalesce(json_extract(${users.preferences}, ${`$.${wantedBy}`}), 1)` : sql`1`;
	return db.orm
		.insert(notifications)
		.select(
			sql`select ${createId("ntf", now)}, ${users.id}, ${kind}, ${title}, ${body}, ${href}, ${dedupeKey}, null, ${now}
				from ${users} where ${users.id} = ${userId} and ${wanted}`,
		)
		.onConflictDoNothing();
}
