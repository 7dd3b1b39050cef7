import { and, asc, eq, or, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { type Change, change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { keyset, startsWith } from "~/db/keyset";
import { staff, staffPasskeys, staffRecoveryCodes, staffRoles, staffSessions } from "~/db/schema";
import { staffMay } from "~/db/staff-access";
import { type Cursor, pageSize } from "~/lib/page";
import type { Role } from "./permissions";
import type { StaffSession, StaffStatus } from "./staff";

const permission = "settings.staff";

interface MembersQuery {
	readonly q: string;
	readonly status?: StaffStatus | undefined;
	readonly role?: Role | undefined;
	readonly after: Cursor | null;
}

/** Names the outer table, which Drizzle leaves out in the columns of a query without a join. */
const personId = sql.raw("staff.id");

const columns = (now: number) => ({
	id: staff.id,
	email: staff.email,
	name: staff.name,
	status: staff.status,
	totpSince: staff.totpSince,
	lastSignInAt: staff.lastSignInAt,
	createdAt: staff.createdAt,
	updatedAt: staff.updatedAt,
	roles: sql<string | null>`(
		select group_concat(${staffRoles.role}) from ${staffRoles} where ${staffRoles.staffId} = ${personId}
	)`.as("roles"),
	sessions: sql<number>`(
		select count(*) from ${staffSessions} where ${staffSessions.staffId} = ${personId}
			and ${staffSessions.expiresAt} > ${now} and ${staffSessions.idleExpiresAt} > ${now}
	)`.as("sessions"),
});

/** The list of people at the desk, and changes of their access. */
export function createMembersRepo(db: Database) {
	const { orm } = db;

	const touch = (id: string, version: number, fields: SQLiteUpdateSetSource<typeof staff>, now: number) =>
		guarded(
			orm
				.update(staff)
				.set({ ...fields, updatedAt: now })
				.where(and(eq(staff.id, id), eq(staff.updatedAt, version))),
		);

	const setRoles = (staffId: string, roles: readonly Role[]): Change =>
		change(
			write(orm.delete(staffRoles).where(eq(staffRoles.staffId, staffId))),
			roles.length > 0 && write(orm.insert(staffRoles).values(roles.map((role) => ({ staffId, role })))),
		);

	/** Stale if the changes before it left no active owner. */
	const keepAnOwner = (staffId: string) =>
		guarded(
			orm
				.update(staff)
				.set({ updatedAt: sql`${staff.updatedAt}` })
				.where(
					and(
						eq(staff.id, staffId),
						sql`exists (
							select 1 from ${staffRoles} join staff as owner on owner.id = ${staffRoles.staffId}
							where ${staffRoles.role} = 'owner' and owner.status = 'active'
						)`,
					),
				),
		);

	return {
		list: (session: StaffSession, { q, status, role, after }: MembersQuery, now: number) => {
			const page = keyset(staff.email, staff.id, "asc", after);
			const held = sql`exists (
				select 1 from ${staffRoles} where ${staffRoles.staffId} = ${staff.id} and ${staffRoles.role} = ${role}
			)`;
			return db.read(
				orm
					.select(columns(now))
					.from(staff)
					.where(
						and(
							staffMay(session, permission, now),
							q === "" ? undefined : or(startsWith(staff.email, q.toLowerCase()), startsWith(staff.name, q)),
							status && eq(staff.status, status),
							role && held,
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(pageSize + 1),
			);
		},

		async find(session: StaffSession, id: string, now: number) {
			const rows = await db.read(
				orm
					.select(columns(now))
					.from(staff)
					.where(and(staffMay(session, permission, now), eq(staff.id, id))),
			);
			return rows[0] ?? null;
		},

		/** Ids and names of everyone, for a choice. At most 200. */
		names: (session: StaffSession, now: number) =>
			db.read(
				orm
					.select({ id: staff.id, name: staff.name })
					.from(staff)
					.where(staffMay(session, "audit.view", now))
					.orderBy(asc(staff.name))
					.limit(200),
			),

		/** A duplicate if the address belongs to someone at the desk. */
		add: (row: typeof staff.$inferInsert, roles: readonly Role[]) =>
			change(unique("staff.email", write(orm.insert(staff).values(row))), setRoles(row.id, roles)),

		/** Stale if the row has changed since `version`, or no active owner would be left. */
		changeRoles: (id: string, version: number, roles: readonly Role[], now: number) =>
			change(touch(id, version, {}, now), setRoles(id, roles), keepAnOwner(id)),

		/**
		 * Disables or enables someone. A person who never accepted the invitation is invited again. Stale if the row has changed since
		 * `version`, or no active owner would be left.
		 */
		setDisabled: (id: string, version: number, disabled: boolean, now: number) => {
			const status = disabled
				? "disabled"
				: sql`case when ${staff.passwordHash} is null then 'invited' else 'active' end`;
			return change(touch(id, version, { status }, now), keepAnOwner(id));
		},

		/** The number of the newest emailed link. */
		async linkGeneration(session: StaffSession, id: string, now: number): Promise<number | null> {
			const rows = await db.read(
				orm
					.select({ generation: staff.linkGeneration })
					.from(staff)
					.where(and(staffMay(session, permission, now), eq(staff.id, id))),
			);
			return rows[0]?.generation ?? null;
		},

		/** Voids earlier links of an invited person. Stale if the person is not invited or a parallel request did so. */
		raiseInvitation: (id: string, from: number, now: number) =>
			guarded(
				orm
					.update(staff)
					.set({ linkGeneration: from + 1, updatedAt: now })
					.where(and(eq(staff.id, id), eq(staff.status, "invited"), eq(staff.linkGeneration, from))),
			),

		/**
		 * Removes the authenticator app and the recovery codes. Only the password and a new emailed link set up others. Stale if the row has changed since `version`.
		 */
		resetSecondStep: (id: string, version: number, now: number) =>
			change(
				touch(
					id,
					version,
					{
						totpSecret: null,
						totpSince: null,
						totpLastStep: null,
						linkGeneration: sql`${staff.linkGeneration} + 1`,
					},
					now,
				),
				write(
					orm.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, id)),
					// Passkeys replace the second step, too.
					orm.delete(staffPasskeys).where(eq(staffPasskeys.staffId, id)),
				),
			),
	};
}
