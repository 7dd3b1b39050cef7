import { and, count, desc, eq, sql } from "drizzle-orm";
import { write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { type Owner, ownedBy } from "~/db/owner";
import { securityEvents } from "~/db/schema";

export type SecurityEventRow = typeof securityEvents.$inferInsert;

/** Sign-ins and refused attempts. */
export function createSecurityLogRepo({ orm, read }: Database) {
	return {
		/** Adds the event, or counts it with the equal ones of its hour. */
		add: (row: SecurityEventRow) =>
			write(
				orm
					.insert(securityEvents)
					.values(row)
					.onConflictDoUpdate({
						target: securityEvents.id,
						set: { count: sql`${securityEvents.count} + 1`, lastAt: row.lastAt },
					}),
			),

		async signedInBefore(userId: string): Promise<boolean> {
			const where = and(eq(securityEvents.userId, userId), eq(securityEvents.kind, "signed_in"));
			const [found] = await read(orm.select({ n: count() }).from(securityEvents).where(where));
			return (found?.n ?? 0) > 0;
		},

		list: (owner: Owner, limit: number, now: number) =>
			read(
				orm
					.select({
						id: securityEvents.id,
						kind: securityEvents.kind,
						device: securityEvents.device,
						place: securityEvents.place,
						count: securityEvents.count,
						lastAt: securityEvents.lastAt,
					})
					.from(securityEvents)
					.where(ownedBy(securityEvents.userId, owner, now))
					.orderBy(desc(securityEvents.lastAt))
					.limit(limit),
			),
	};
}
