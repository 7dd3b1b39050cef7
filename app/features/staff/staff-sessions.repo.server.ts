import { and, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { sessions, staff, staffRoles, staffSessions } from "~/db/schema";
import { ownStaffId } from "~/db/staff-access";
import type { StaffSession } from "./staff";

export type StaffSessionRow = typeof staffSessions.$inferSelect;

const live = (now: number) => and(gt(staffSessions.expiresAt, now), gt(staffSessions.idleExpiresAt, now));

const rolesText = sql<string | null>`(
	select group_concat(${staffRoles.role}) from ${staffRoles} where ${staffRoles.staffId} = ${staff.id}
)`;

/** Sessions of the desk. */
export function createStaffSessionsRepo(db: Database) {
	const { orm } = db;
	return {
		/** Stale if the person may not sign in or, where `passwordHash` is given, its password has changed since. */
		add(row: StaffSessionRow, passwordHash?: string) {
			const person = and(
				eq(staff.id, row.staffId),
				eq(staff.status, "active"),
				passwordHash === undefined ? undefined : eq(staff.passwordHash, passwordHash),
			);
			return guarded(insertSelect(db, staffSessions, row, sql`from ${staff} where ${person}`));
		},

		recordSignIn: (staffId: string, now: number) =>
			write(orm.update(staff).set({ lastSignInAt: now }).where(eq(staff.id, staffId))),

		/** Also ends the session in which the person is signed in as a customer. */
		removeByToken: (tokenHash: string) =>
			write(
				orm
					.delete(sessions)
					.where(
						eq(
							sessions.staffId,
							sql`(select ${staffSessions.staffId} from ${staffSessions} where ${staffSessions.tokenHash} = ${tokenHash})`,
						),
					),
				orm.delete(staffSessions).where(eq(staffSessions.tokenHash, tokenHash)),
			),

		/** Also ends the session in which the person is signed in as a customer. */
		removeAllOf: (staffId: string | SQL) =>
			write(
				orm.delete(sessions).where(eq(sessions.staffId, staffId)),
				orm.delete(staffSessions).where(eq(staffSessions.staffId, staffId)),
			),

		/** The person's other sessions. */
		removeOthers: (session: StaffSession, now: number) =>
			write(
				orm
					.delete(staffSessions)
					.where(
						and(eq(staffSessions.staffId, ownStaffId(session, now)), ne(staffSessions.tokenHash, session.staffHash)),
					),
			),

		/** Stale if the person has no such session. */
		remove: (session: StaffSession, id: string, now: number) =>
			guarded(
				orm
					.delete(staffSessions)
					.where(and(eq(staffSessions.id, id), eq(staffSessions.staffId, ownStaffId(session, now)))),
			),

		touch: (id: string, seenAt: number, idleExpiresAt: number) =>
			write(orm.update(staffSessions).set({ seenAt, idleExpiresAt }).where(eq(staffSessions.id, id))),

		async find(tokenHash: string, now: number) {
			const rows = await db.read(
				orm
					.select({
						sessionId: sql<string>`${staffSessions.id}`.as("session_id"),
						seenAt: staffSessions.seenAt,
						expiresAt: staffSessions.expiresAt,
						confirmedAt: staffSessions.confirmedAt,
						signedInAt: sql<number>`${staffSessions.createdAt}`.as("signed_in_at"),
						id: staff.id,
						email: staff.email,
						name: staff.name,
						totpSince: staff.totpSince,
						roles: rolesText.as("roles"),
					})
					.from(staffSessions)
					.innerJoin(staff, eq(staff.id, staffSessions.staffId))
					.where(and(eq(staffSessions.tokenHash, tokenHash), live(now), eq(staff.status, "active"))),
			);
			return rows[0] ?? null;
		},

		/** The person's own sessions, the last used first. At most 50. */
		list: (session: StaffSession, now: number) =>
			db.read(
				orm
					.select()
					.from(staffSessions)
					.where(and(eq(staffSessions.staffId, ownStaffId(session, now)), live(now)))
					.orderBy(desc(staffSessions.seenAt))
					.limit(50),
			),
	};
}
