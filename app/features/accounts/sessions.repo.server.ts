import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { ownedPage } from "~/db/owned";
import type { Owner } from "~/db/owner";
import { sessions, users } from "~/db/schema";
import type { Cursor } from "~/lib/page";
import type { AccountStatus } from "./account-status";

export type SessionRow = typeof sessions.$inferSelect;

/** Accounts that may be signed in; `closing` ones, so that their owner can change their mind. */
const admitted: AccountStatus[] = ["active", "closing"];

const live = (now: number) => and(gt(sessions.expiresAt, now), gt(sessions.idleExpiresAt, now));

/** A live session with its account. D1 answers rows by column name, so the second `id` needs a name of its own. */
const viewed = {
	sessionId: sql<string>`${sessions.id}`.as("session_id"),
	remembered: sessions.remembered,
	seenAt: sessions.seenAt,
	expiresAt: sessions.expiresAt,
	confirmedAt: sessions.confirmedAt,
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
};

/** The statements and queries of sign-ins. */
export function createSessionsRepo(db: Database) {
	return {
		/**
		 * Statement: adds the session if its account may be signed in and, where given, still has the password that was
		 * checked; a password that changed meanwhile wins.
		 */
		add(row: SessionRow, passwordHash?: string) {
			const account = and(
				eq(users.id, row.userId),
				inArray(users.status, admitted),
				passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash),
			);
			return db.orm.insert(sessions).select(
				sql`select ${row.id}, ${users.id}, ${row.tokenHash}, ${row.remembered ? 1 : 0}, ${row.userAgent}, ${row.place},
					${row.createdAt}, ${row.seenAt}, ${row.idleExpiresAt}, ${row.expiresAt}, ${row.confirmedAt} from ${users} where ${account}`,
			);
		},

		removeByToken: (tokenHash: string) => db.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash)),

		removeAllOf: (userId: string) => db.orm.delete(sessions).where(eq(sessions.userId, userId)),

		touch: (id: string, seenAt: number, idleExpiresAt: number) =>
			db.orm.update(sessions).set({ seenAt, idleExpiresAt }).where(eq(sessions.id, id)),

		/** Changes nothing when the session has ended or the account's password is another one by now. */
		confirm(from: string, to: string, passwordHash: string, now: number) {
			const account = sql`(select ${users.passwordHash} from ${users} where ${users.id} = ${sessions.userId})`;
			return db.orm
				.update(sessions)
				.set({ tokenHash: to, confirmedAt: now })
				.where(and(eq(sessions.tokenHash, from), live(now), eq(account, passwordHash)));
		},

		async find(tokenHash: string, now: number) {
			const rows = await db.read(
				db.orm
					.select(viewed)
					.from(sessions)
					.innerJoin(users, eq(users.id, sessions.userId))
					.where(and(eq(sessions.tokenHash, tokenHash), live(now), inArray(users.status, admitted))),
			);
			return rows[0] ?? null;
		},

		list: (owner: Owner, after: Cursor | null, now: number) =>
			ownedPage(db, sessions, owner, { where: live(now), key: sessions.seenAt, direction: "desc", after }, now),
	};
}
