import { and, asc, eq, exists, gt, inArray, type SQL, sql } from "drizzle-orm";
import { type Permission, rolesWith } from "~/features/staff/permissions";
import type { StaffActor, StaffSession } from "~/features/staff/staff";
import type { Database } from "./client.server";
import { staff, staffRoles, staffSessions } from "./schema";

/**
 * Condition: this session of the desk is valid, and its person has the permission. Every query of the desk must have it.
 * Stored work has no session, so only its person is checked. `now` in ms.
 * @param permission null for what everyone at the desk may do
 */
export const staffMay = (actor: StaffActor, permission: Permission | null, now: number): SQL =>
	sql`exists (select 1 ${staffSignedIn(actor, permission, now)})`;

/** Whether the person has the permission, for what is in the code and in no table. `now` in ms. */
export async function mayNow(
	db: Pick<Database, "orm" | "read">,
	session: StaffSession,
	permission: Permission,
	now: number,
): Promise<boolean> {
	const found = await db.read(
		db.orm
			.select({ id: staff.id })
			.from(staff)
			.where(staffMay(session, permission, now))
			.limit(1),
	);
	return found.length > 0;
}

/** `column = the session's person`, for what people may see of their own account. */
export const ownStaffId = (session: StaffSession, now: number): SQL =>
	sql`(select ${staff.id} ${staffSignedIn(session, null, now)})`;

/** `from … where …`: the session and its person, if the person has the permission. */
export function staffSignedIn(actor: StaffActor, permission: Permission | null, now: number): SQL {
	const held = sql`select 1 from ${staffRoles} where ${staffRoles.staffId} = ${staff.id}`;
	const permitted = and(
		eq(staff.status, "active"),
		permission === null ? undefined : sql`exists (${held} and ${inArray(staffRoles.role, [...rolesWith(permission)])})`,
	);
	if (!("staffHash" in actor)) return sql`from ${staff} where ${and(eq(staff.id, actor.staffId), permitted)}`;
	const valid = and(
		eq(staffSessions.tokenHash, actor.staffHash),
		gt(staffSessions.expiresAt, now),
		gt(staffSessions.idleExpiresAt, now),
		permitted,
	);
	return sql`from ${staffSessions} join ${staff} on ${staff.id} = ${staffSessions.staffId} where ${valid}`;
}

/**
 * The active people with the permission `work`, by name, at most 200, for someone with the permission `view`. `now` in ms.
 */
export function peopleWith(
	{ orm }: Pick<Database, "orm">,
	session: StaffSession,
	{ view, work }: { readonly view: Permission; readonly work: Permission },
	now: number,
) {
	const held = orm
		.select({ one: sql`1` })
		.from(staffRoles)
		.where(and(eq(staffRoles.staffId, staff.id), inArray(staffRoles.role, [...rolesWith(work)])));
	return orm
		.select({ id: staff.id, name: staff.name })
		.from(staff)
		.where(and(staffMay(session, view, now), eq(staff.status, "active"), exists(held)))
		.orderBy(asc(staff.name))
		.limit(200);
}
