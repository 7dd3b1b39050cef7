import { and, asc, count, eq, lt, or, sql } from "drizzle-orm";
import { guarded, unique } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { staff, staffPasskeys } from "~/db/schema";
import { ownStaffId, staffSignedIn } from "~/db/staff-access";
import { maxPasskeys } from "~/features/passkeys/passkey-limit";
import type { StaffSession } from "./staff";

type NewPasskey = typeof staffPasskeys.$inferInsert;

/** Public keys of the passkeys of staff. */
export function createStaffPasskeysRepo(db: Database) {
	const { orm } = db;
	return {
		/** The person's own passkeys. */
		list: (session: StaffSession, now: number) =>
			db.read(
				orm
					.select({
						id: sql<string>`${staffPasskeys.id}`.as("passkey_id"),
						name: staffPasskeys.name,
						createdAt: sql<number>`${staffPasskeys.createdAt}`.as("passkey_created_at"),
						usedAt: staffPasskeys.usedAt,
					})
					.from(staffPasskeys)
					.where(eq(staffPasskeys.staffId, ownStaffId(session, now)))
					.orderBy(asc(staffPasskeys.createdAt)),
			),

		/** Stale if the session has ended or the person has too many. A duplicate if the passkey is known. */
		add(passkey: Omit<NewPasskey, "staffId" | "createdAt">, session: StaffSession, now: number) {
			const row = { ...passkey, staffId: sql`${staff.id}`, createdAt: now };
			const held = sql`(select ${count()} from ${staffPasskeys} where ${staffPasskeys.staffId} = ${staff.id})`;
			const person = sql`${staffSignedIn(session, null, now)} and ${held} < ${maxPasskeys}`;
			return unique("staff_passkeys.id", guarded(insertSelect(db, staffPasskeys, row, person)));
		},

		/** Stale if the person has no such passkey. */
		remove: (session: StaffSession, id: string, now: number) =>
			guarded(
				orm
					.delete(staffPasskeys)
					.where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, ownStaffId(session, now)))),
			),

		async find(id: string) {
			const [found] = await db.read(
				orm
					.select({
						staffId: staffPasskeys.staffId,
						publicKey: staffPasskeys.publicKey,
						algorithm: staffPasskeys.algorithm,
						lastSignInAt: staff.lastSignInAt,
					})
					.from(staffPasskeys)
					.innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
					.where(eq(staffPasskeys.id, id)),
			);
			return found;
		},

		/**
		 * Records a sign-in with the passkey. Stale if its counter went back: then the passkey was copied. Most passkeys
		 * have no counter and send 0.
		 */
		recordUse: (id: string, signCount: number, now: number) =>
			guarded(
				orm
					.update(staffPasskeys)
					.set({ signCount, usedAt: now })
					.where(
						and(
							eq(staffPasskeys.id, id),
							or(lt(staffPasskeys.signCount, signCount), and(eq(staffPasskeys.signCount, 0), sql`${signCount} = 0`)),
						),
					),
			),
	};
}
