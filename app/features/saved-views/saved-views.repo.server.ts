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
						mayRemove: sql<number>`${mayRemove(session, now)}`.mapWith(Boolean).as("may_remove"),
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

		/** One that the person may remove. */
		async removable(session: StaffSession, id: string, now: number) {
			const [found] = await db.read(
				orm
					.select({ name: savedViews.name, list: savedViews.list, shared: savedViews.shared })
					.from(savedViews)
					.where(and(eq(savedViews.id, id), mayRemove(session, now))),
			);
			return found;
		},

		/** Stale unless the person may remove it. */
		remove: (session: StaffSession, id: string, now: number): Change =>
			guarded(orm.delete(savedViews).where(and(eq(savedViews.id, id), mayRemove(session, now)))),
	};
}

/** People remove their own views. Owners remove shared ones, too, such as those of someone who has left. */
const mayRemove = (session: StaffSession, now: number) =>
	or(
		eq(savedViews.staffId, ownStaffId(session, now)),
		and(eq(savedViews.shared, true), staffMay(session, "settings.staff", now)),
	);
