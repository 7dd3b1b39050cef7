import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { projects } from "~/db/schema";

/** Condition: a project of the owner that was not removed. */
export const ownProject = (owner: Owner, now: number, id?: string): SQL | undefined =>
	and(
		ownedBy(projects.userId, owner, now),
		isNull(projects.removedAt),
		id === undefined ? undefined : eq(projects.id, id),
	);

/** Subquery: the ids of the owner's projects, for conditions on what belongs to them. */
export const ownProjectIds = (db: Database, owner: Owner, now: number) =>
	db.orm.select({ id: projects.id }).from(projects).where(ownProject(owner, now));

/** Expression: the name of a project, for a log entry or a notification. */
export const projectName = (projectId: string | SQL): SQL =>
	sql`(select ${projects.name} from ${projects} where ${projects.id} = ${projectId})`;
