import { and, eq, gt, inArray, isNotNull, isNull, lte, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { ownedPage } from "~/db/owned";
import { type Owner, ownedBy } from "~/db/owner";
import { savedQuery } from "~/db/saved-query.server";
import { accountMembers, sessions, staff, users } from "~/db/schema";
import { sessionsOf, waitingFor } from "~/db/sessions-of";
import type { MemberRole } from "~/lib/acting";
import type { Cursor } from "~/lib/page";
import type { AccountStatus } from "./account-status";
import { lifetimeOf } from "./session";

export type SessionRow = typeof sessions.$inferSelect;

/** A customer's access to another account. */
interface Access {
	readonly membershipId: string;
	readonly role: MemberRole;
}

type NextSession = Pick<SessionRow, "id" | "tokenHash">;

/** A session, with the one that waits for its end. */
const withWaiting = (tokenHash: string) => inArray(sessions.tokenHash, [tokenHash, waitingFor(tokenHash)]);

/** Accounts that may sign in. Includes `closing`, so that the owner can keep the account. */
const allowedStatuses: AccountStatus[] = ["active", "closing"];

const live = (now: number) => and(gt(sessions.expiresAt, now), gt(sessions.idleExpiresAt, now));

/** The customer who uses another one's account. */
const member = alias(users, "member");

/** When a session ends without use, if it is used now. */
const idleFrom = (now: number) =>
	sql<number>`min(${sessions.expiresAt}, ${now} + iif(${sessions.remembered}, ${lifetimeOf(true).idleMs}, ${lifetimeOf(false).idleMs}))`;

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

		/** A sign-out. */
		removeByToken: (tokenHash: string) => write(db.orm.delete(sessions).where(withWaiting(tokenHash))),

		removeAllOf: (userId: string) => write(db.orm.delete(sessions).where(sessionsOf(userId))),

		/**
		 * Starts a session in another account, which ends no later. The one before waits for its end. Stale if the session has
		 * ended, or its customer has no access with this role any more.
		 */
		moveTo(from: string, { membershipId, role }: Access, { id, tokenHash }: NextSession, now: number) {
			const row = {
				...{ id, tokenHash, staffId: null, createdAt: now, seenAt: now, confirmedAt: null },
				...{ userId: sql`${accountMembers.userId}`, membershipId: sql`${accountMembers.id}` },
				...{ remembered: sql`${sessions.remembered}`, userAgent: sql`${sessions.userAgent}` },
				...{ place: sql`${sessions.place}`, expiresAt: sql`${sessions.expiresAt}` },
				idleExpiresAt: idleFrom(now),
			};
			const source = sql`from ${sessions}
				join ${accountMembers} on ${accountMembers.memberId} = ${sessions.userId}
				join ${users} on ${users.id} = ${accountMembers.userId}`;
			const where = and(
				eq(sessions.tokenHash, from),
				live(now),
				isNull(sessions.membershipId),
				isNull(sessions.staffId),
				eq(accountMembers.id, membershipId),
				eq(accountMembers.role, role),
				inArray(users.status, allowedStatuses),
			);
			return change(
				guarded(insertSelect(db, sessions, row, sql`${source} where ${where}`)),
				write(
					db.orm
						.update(sessions)
						.set({ tokenHash: waitingFor(tokenHash), seenAt: now, idleExpiresAt: idleFrom(now) })
						.where(eq(sessions.tokenHash, from)),
				),
			);
		},

		/**
		 * Goes on with the session that waits for this one, which ends if it has not ended already. Stale if there is none, for
		 * example because the customer signed out everywhere.
		 */
		moveBack(from: string, tokenHash: string, now: number) {
			const status = sql<AccountStatus>`(select ${users.status} from ${users} where ${users.id} = ${sessions.userId})`;
			return change(
				guarded(
					db.orm
						.update(sessions)
						.set({ tokenHash, seenAt: now, idleExpiresAt: idleFrom(now), confirmedAt: null })
						.where(and(eq(sessions.tokenHash, waitingFor(from)), live(now), inArray(status, allowedStatuses))),
				),
				write(db.orm.delete(sessions).where(eq(sessions.tokenHash, from))),
			);
		},

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

		touch: (tokenHash: string, seenAt: number, idleExpiresAt: number) =>
			write(db.orm.update(sessions).set({ seenAt, idleExpiresAt }).where(withWaiting(tokenHash))),

		/** Stale if the session has ended or the password of who uses it has changed since it was checked. */
		confirm(from: string, to: string, passwordHash: string, now: number) {
			const member = sql`(select ${accountMembers.memberId} from ${accountMembers} where ${accountMembers.id} = ${sessions.membershipId})`;
			const account = sql`(select ${users.passwordHash} from ${users} where ${users.id} = coalesce(${member}, ${sessions.userId}))`;
			return change(
				guarded(
					db.orm
						.update(sessions)
						.set({ tokenHash: to, confirmedAt: now })
						.where(and(eq(sessions.tokenHash, from), live(now), eq(account, passwordHash))),
				),
				write(
					db.orm
						.update(sessions)
						.set({ tokenHash: waitingFor(to) })
						.where(eq(sessions.tokenHash, waitingFor(from))),
				),
			);
		},

		async find(tokenHash: string, now: number) {
			const rows = await db.read(byToken({ tokenHash, now }));
			return rows[0] ?? null;
		},

		/** The session that waits for the end of this one. Null if there is none. */
		async findWaiting(tokenHash: string, now: number) {
			const rows = await db.read(byToken({ tokenHash: waitingFor(tokenHash), now }));
			return rows[0] ?? null;
		},

		list: (owner: Owner, after: Cursor | null, now: number) =>
			ownedPage(db, sessions, owner, { where: live(now), key: sessions.seenAt, direction: "desc", after }, now),
	};
}
