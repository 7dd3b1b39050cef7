import { and, eq, gt, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { savedQuery } from "~/db/saved-query.server";
import { accountMembers, sessions, staff, users } from "~/db/schema";
import { sessionsOf } from "~/db/sessions-of";
import type { MemberRole } from "~/lib/acting";
import type { Cursor } from "~/lib/page";
import type { AccountStatus } from "./account-status";

export type SessionRow = typeof sessions.$inferSelect;

/** A customer's access to another account. */
interface Access {
	readonly membershipId: string;
	readonly role: MemberRole;
}

type NextSession = Pick<SessionRow, "id" | "tokenHash">;

/** Accounts that may sign in. Includes `closing`, so that the owner can keep the account. */
const allowedStatuses: AccountStatus[] = ["active", "closing"];

const live = (now: number) => and(gt(sessions.expiresAt, now), gt(sessions.idleExpiresAt, now));

/** The customer who uses another one's account. */
const member = alias(users, "member");

/** A session and its account. D1 returns rows by column name, so the second `id` needs an alias. */
const sessionColumns = {
	sessionId: sql<string>`${sessions.id}`.as("session_id"),
	remembered: sessions.remembered,
	seenAt: sessions.seenAt,
	expiresAt: sessions.expiresAt,
	confirmedAt: sessions.confirmedAt,
	staffId: sessions.staffId,
	signedInAt: sql<number>`${sessions.createdAt}`.as("signed_in_at"),
	id: users.id,
	email: users.email,
	firstName: users.firstName,
	lastName: users.lastName,
	country: users.country,
	phone: users.phone,
	company: users.company,
	timezone: users.timezone,
	language: users.language,
	currency: users.currency,
	billing: users.billingAddress,
	closesAt: users.closesAt,
	createdAt: users.createdAt,
	mailRefusedAt: users.mailRefusedAt,
	totpSince: users.totpSince,
	memberRole: sql<MemberRole | null>`${accountMembers.role}`.as("member_role"),
	memberId: sql<string | null>`${member.id}`.as("member_user"),
	memberEmail: sql<string | null>`${member.email}`.as("member_email"),
	memberName: sql<string | null>`${member.firstName} || ' ' || ${member.lastName}`.as("member_name"),
	memberTotpSince: sql<number | null>`${member.totpSince}`.as("member_totp_since"),
};

const byToken = savedQuery((orm, { tokenHash, now }: { tokenHash: string; now: number }) =>
	orm
		.select(sessionColumns)
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.leftJoin(accountMembers, eq(accountMembers.id, sessions.membershipId))
		.leftJoin(member, eq(member.id, accountMembers.memberId))
		.where(
			and(
				eq(sessions.tokenHash, tokenHash),
				live(now),
				inArray(users.status, allowedStatuses),
				or(isNull(sessions.membershipId), inArray(member.status, allowedStatuses)),
			),
		),
);

/** Sessions of signed-in customers. */
export function createSessionsRepo(db: Database) {
	interface Moved {
		readonly userId: SQL;
		readonly membershipId: SQL;
		readonly source: SQL;
		readonly where?: SQL | undefined;
		readonly now: number;
	}

	function moved(from: string, { id, tokenHash }: NextSession, { userId, membershipId, source, where, now }: Moved) {
		const row = {
			...{ id, tokenHash, userId, membershipId, staffId: null, createdAt: now, seenAt: now, confirmedAt: null },
			...{ remembered: sql`${sessions.remembered}`, userAgent: sql`${sessions.userAgent}` },
			...{ place: sql`${sessions.place}`, expiresAt: sql`${sessions.expiresAt}` },
			idleExpiresAt: sql`${sessions.idleExpiresAt}`,
		};
		const found = and(eq(sessions.tokenHash, from), live(now), inArray(users.status, allowedStatuses), where);
		return change(
			guarded(insertSelect(db, sessions, row, sql`from ${sessions} ${source} where ${found}`)),
			write(db.orm.delete(sessions).where(eq(sessions.tokenHash, from))),
		);
	}

	return {
		/**
		 * Stale if the account may not sign in or, where `passwordHash` is given, its password has changed since it was
		 * checked.
		 */
		add(row: SessionRow, passwordHash?: string) {
			const account = and(
				eq(users.id, row.userId),
				inArray(users.status, allowedStatuses),
				passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash),
			);
			const session = { ...row, userId: sql`${users.id}` };
			return guarded(insertSelect(db, sessions, session, sql`from ${users} where ${account}`));
		},

		/**
		 * Someone at the desk signs in as the customer. Ends an earlier session of theirs. Stale if the account may not sign
		 * in, or belongs to someone at the desk.
		 */
		addActing(row: SessionRow) {
			const staffAddress = sql`exists (select 1 from ${staff} where ${staff.email} = ${users.email})`;
			const account = and(eq(users.id, row.userId), inArray(users.status, allowedStatuses), not(staffAddress));
			return change(
				write(db.orm.delete(sessions).where(eq(sessions.staffId, row.staffId ?? ""))),
				guarded(insertSelect(db, sessions, { ...row, userId: sql`${users.id}` }, sql`from ${users} where ${account}`)),
			);
		},

		/** Stale if it has ended, or is a session of the customer. */
		removeActing: (tokenHash: string) =>
			guarded(db.orm.delete(sessions).where(and(eq(sessions.tokenHash, tokenHash), isNotNull(sessions.staffId)))),

		removeExpiredActing: (now: number) =>
			db.orm.delete(sessions).where(and(isNotNull(sessions.staffId), lte(sessions.expiresAt, now))),

		removeByToken: (tokenHash: string) => write(db.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash))),

		removeAllOf: (userId: string) => write(db.orm.delete(sessions).where(sessionsOf(userId))),

		/**
		 * Replaces the session by one in another account, which ends no later. Stale if the session has ended, or its customer
		 * has no access with this role any more.
		 */
		moveTo: (from: string, { membershipId, role }: Access, next: NextSession, now: number) =>
			moved(from, next, {
				userId: sql`${accountMembers.userId}`,
				membershipId: sql`${accountMembers.id}`,
				source: sql`join ${accountMembers} on ${accountMembers.memberId} = ${sessions.userId}
					join ${users} on ${users.id} = ${accountMembers.userId}`,
				where: and(
					isNull(sessions.membershipId),
					isNull(sessions.staffId),
					eq(accountMembers.id, membershipId),
					eq(accountMembers.role, role),
				),
				now,
			}),

		/** Replaces a session in another account by one in the own account. Stale if the session has ended. */
		moveBack: (from: string, next: NextSession, now: number) =>
			moved(from, next, {
				userId: sql`${users.id}`,
				membershipId: sql`null`,
				source: sql`join ${accountMembers} on ${accountMembers.id} = ${sessions.membershipId}
					join ${users} on ${users.id} = ${accountMembers.memberId}`,
				now,
			}),

		/** Who uses the owner's account by which access. */
		async memberNames(owner: Owner, now: number) {
			const name = sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as("name");
			const rows = await db.read(
				db.orm
					.select({ id: accountMembers.id, name })
					.from(accountMembers)
					.innerJoin(users, eq(users.id, accountMembers.memberId))
					.where(ownedBy(accountMembers.userId, owner, now)),
			);
			return new Map(rows.map(({ id, name }) => [id, name]));
		},

		touch: (id: string, seenAt: number, idleExpiresAt: number) =>
			write(db.orm.update(sessions).set({ seenAt, idleExpiresAt }).where(eq(sessions.id, id))),

		/** Stale if the session has ended or the password of who uses it has changed since it was checked. */
		confirm(from: string, to: string, passwordHash: string, now: number) {
			const member = sql`(select ${accountMembers.memberId} from ${accountMembers} where ${accountMembers.id} = ${sessions.membershipId})`;
			const account = sql`(select ${users.passwordHash} from ${users} where ${users.id} = coalesce(${member}, ${sessions.userId}))`;
			return guarded(
				db.orm
					.update(sessions)
					.set({ tokenHash: to, confirmedAt: now })
					.where(and(eq(sessions.tokenHash, from), live(now), eq(account, passwordHash))),
			);
		},

		async find(tokenHash: string, now: number) {
			const rows = await db.read(byToken({ tokenHash, now }));
			return rows[0] ?? null;
		},

		list: (owner: Owner, after: Cursor | null, now: number) =>
			ownedPage(db, sessions, owner, { where: live(now), key: sessions.seenAt, direction: "desc", after }, now),
	};
}
