import { and, eq, gt, inArray, isNotNull, lte, not, sql } from "drizzle-orm";
import { change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { ownedPage } from "~/db/owned";
import type { Owner } from "~/db/owner";
import { savedQuery } from "~/db/saved-query.server";
import { sessions, staff, users } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import type { AccountStatus } from "./account-status";

export type SessionRow = typeof sessions.$inferSelect;

/** Accounts that may sign in. Includes `closing`, so that the owner can keep the account. */
const allowedStatuses: AccountStatus[] = ["active", "closing"];

const live = (now: number) => and(gt(sessions.expiresAt, now), gt(sessions.idleExpiresAt, now));

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
};

const byToken = savedQuery((orm, { tokenHash, now }: { tokenHash: string; now: number }) =>
	orm
		.select(sessionColumns)
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.tokenHash, tokenHash), live(now), inArray(users.status, allowedStatuses))),
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

		removeByToken: (tokenHash: string) => write(db.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash))),

		removeAllOf: (userId: string) => write(db.orm.delete(sessions).where(eq(sessions.userId, userId))),

		touch: (id: string, seenAt: number, idleExpiresAt: number) =>
			write(db.orm.update(sessions).set({ seenAt, idleExpiresAt }).where(eq(sessions.id, id))),

		/** Stale if the session has ended or the account's password has changed since it was checked. */
		confirm(from: string, to: string, passwordHash: string, now: number) {
			const account = sql`(select ${users.passwordHash} from ${users} where ${users.id} = ${sessions.userId})`;
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
