import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "~/features/activity/actor";
import { createId } from "~/lib/ids";
import type { Database } from "./client.server";
import { type Owner, ownedBy } from "./owner";
import { activityLog, users } from "./schema";

/** An entry of a customer's activity log. Where its text is not known yet, an expression of the batch gives it. */
export interface ActivityEntry {
	readonly actor: Actor;
	/** `domain.auto_renew`, `profile.updated` … */
	readonly kind: string;
	/** A sentence for the customer. */
	readonly message: string | SQL;
	/** What it is about: the id of a domain, a plan, an invoice … */
	readonly subjectId?: string;
}

/** The statement that writes an entry into the owner's log, as part of the batch of what it tells about. `now` in ms. */
export function logged(db: Database, { actor, kind, message, subjectId }: ActivityEntry, owner: Owner, now: number) {
	return db.orm.insert(activityLog).values({
		id: createId("act", now),
		userId: sql<string>`(select ${users.id} from ${users} where ${ownedBy(users.id, owner, now)})`,
		actor,
		kind,
		params: sql`json_object('text', ${message})`,
		subjectId: subjectId ?? null,
		createdAt: now,
	});
}
