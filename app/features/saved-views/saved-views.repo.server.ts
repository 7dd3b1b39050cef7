import { and, asc, count, eq, or, sql } from "drizzle-orm";
import { type Change, guarded } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { savedViews, staff } from "~/db/schema";
import { ownStaffId, staffMay, staffSignedIn } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";

/** Of one person, so that the lists stay short. */
export const mostViews = 50;

type NewView = Omit<typeof savedViews.$inferInsert, "staffId">;

/** Filters of lists that people at the desk have saved. */
export function createSavedViewsRepo(db: Database) {
	const { orm } = db;
	return {
		/** The person's own views of a list, and those that are shared. */
		list: (session: StaffSession, list: string, now: number) => {
			const mine = eq(savedViews.staffId, ownStaffId(session, now));
			return db.read(
				orm
					.select({
						id: sql<string>`${savedViews.id}`.as("view_id"),
						name: savedViews.name,
						query: savedViews.query,
						mine: sql<number>`${mine}`.mapWith(Boolean).as("mine"),
					})
					.from(savedViews)
					.where(and(staffMay(session, null, now), eq(savedViews.list, list), or(mine, eq(savedViews.shared, true))))
					.orderBy(asc(savedViews.name))
					.limit(mostViews),
			);
		},

		/** Stale if the session has ended or the person has too many. */
		add(view: NewView, session: StaffSession, now: number): Change {
			const held = sql`(select ${count()} from ${savedViews} where ${savedViews.staffId} = ${staff.id})`;
			const person = sql`${staffSignedIn(session, null, now)} and ${held} < ${mostViews}`;
			return guarded(insertSelect(db, savedViews, { ...view, staffId: sql`${staff.id}` }, person));
		},

		/** Stale unless it is the person's own. */
		remove: (session: StaffSession, id: string, now: number): Change =>
			guarded(
				orm.delete(savedViews).where(and(eq(savedViews.id, id), eq(savedViews.staffId, ownStaffId(session, now)))),
			),
	};
}
