import { and, asc, count, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Change, change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { type ConfirmedOwner, type Owner, ownedBy } from "~/db/owner";
import { accountMembers, sessions, users } from "~/db/schema";
import type { AccountStatus } from "~/features/accounts/account-status";
import type { MemberRole } from "~/lib/acting";
import { invitationMs, maxMembers } from "./member";

type Row = typeof accountMembers.$inferSelect;

const openStatuses: AccountStatus[] = ["active", "closing"];

/** Who may use which account. Times in ms. */
export function createMembersRepo(db: Database) {
	const { orm } = db;
	const member = alias(users, "member");

	const own = (owner: Owner, id: string, now: number) =>
		and(eq(accountMembers.id, id), ownedBy(accountMembers.userId, owner, now));
	const mine = (owner: Owner, id: string, now: number) =>
		and(eq(accountMembers.id, id), ownedBy(accountMembers.memberId, owner, now));
	/**
	 * An invitation of the owner's address that can be accepted. Only a verified account is active. The address may have
	 * become that of the account itself.
	 */
	const invitesMe = (owner: Owner, now: number) =>
		and(
			isNull(accountMembers.acceptedAt),
			ne(accountMembers.userId, sql`(select ${users.id} from ${users} where ${ownedBy(users.id, owner, now)})`),
			gt(accountMembers.invitedAt, now - invitationMs),
			inArray(
				accountMembers.email,
				orm
					.select({ email: users.email })
					.from(users)
					.where(and(ownedBy(users.id, owner, now), eq(users.status, "active"))),
			),
		);
	const name = (of: typeof users | typeof member) => sql<string>`${of.firstName} || ' ' || ${of.lastName}`;

	return {
		/** People with access to the owner's account, and those who are invited. Oldest first. */
		list: (owner: Owner, now: number) =>
			db.read(
				orm
					.select({
						id: accountMembers.id,
						userId: accountMembers.userId,
						invitedEmail: accountMembers.email,
						role: accountMembers.role,
						invitedAt: accountMembers.invitedAt,
						acceptedAt: accountMembers.acceptedAt,
						memberId: accountMembers.memberId,
						email: sql<string | null>`${member.email}`.as("member_email"),
						name: sql<string | null>`${name(member)}`.as("member_name"),
					})
					.from(accountMembers)
					.leftJoin(member, eq(member.id, accountMembers.memberId))
					.where(ownedBy(accountMembers.userId, owner, now))
					.orderBy(asc(accountMembers.invitedAt)),
			),

		/** Accounts that the owner may use or is invited to. Oldest first. */
		accounts: (owner: Owner, now: number) =>
			db.read(
				orm
					.select({
						id: accountMembers.id,
						role: accountMembers.role,
						invitedAt: accountMembers.invitedAt,
						acceptedAt: accountMembers.acceptedAt,
						email: users.email,
						name: name(users).as("account_name"),
						company: users.company,
					})
					.from(accountMembers)
					.innerJoin(users, eq(users.id, accountMembers.userId))
					.where(
						and(
							or(ownedBy(accountMembers.memberId, owner, now), invitesMe(owner, now)),
							inArray(users.status, openStatuses),
						),
					)
					.orderBy(asc(accountMembers.invitedAt)),
			),

		/** With both accounts' addresses. Undefined if it is gone. */
		async find(id: string) {
			const [found] = await db.read(
				orm
					.select({
						id: accountMembers.id,
						userId: accountMembers.userId,
						invitedEmail: accountMembers.email,
						role: accountMembers.role,
						invitedAt: accountMembers.invitedAt,
						acceptedAt: accountMembers.acceptedAt,
						account: sql<string>`${users.email}`.as("account_email"),
						email: sql<string | null>`${member.email}`.as("member_email"),
					})
					.from(accountMembers)
					.innerJoin(users, eq(users.id, accountMembers.userId))
					.leftJoin(member, eq(member.id, accountMembers.memberId))
					.where(and(eq(accountMembers.id, id), inArray(users.status, openStatuses))),
			);
			return found;
		},

		/** Stale if the owner is not confirmed, or has as many people as possible. A duplicate if the address is one of them. */
		insert(owner: ConfirmedOwner, row: Pick<Row, "id" | "email" | "role" | "invitedAt">): Change {
			const held = sql`(select ${count()} from ${accountMembers} where ${accountMembers.userId} = ${users.id})`;
			const account = and(
				ownedBy(users.id, owner, row.invitedAt),
				eq(users.status, "active"),
				sql`${held} < ${maxMembers}`,
			);
			const values = { ...row, userId: sql`${users.id}` };
			return unique(
				"account_members.email",
				guarded(insertSelect(db, accountMembers, values, sql`from ${users} where ${account}`)),
			);
		},

		/** Ends the sessions with the earlier role, because their tokens name it. Stale if the access is gone. */
		changeRole: (owner: ConfirmedOwner, id: string, role: MemberRole, now: number): Change =>
			change(
				guarded(
					orm
						.update(accountMembers)
						.set({ role })
						.where(own(owner, id, now)),
				),
				write(orm.delete(sessions).where(eq(sessions.membershipId, id))),
			),

		/** Ends its sessions, too. Stale if it is gone, or was accepted in the meantime. `memberId`: null for an invitation. */
		remove: (owner: Owner, { id, memberId }: Pick<Row, "id" | "memberId">, now: number): Change =>
			guarded(
				orm
					.delete(accountMembers)
					.where(and(own(owner, id, now), memberId === null ? isNull(accountMembers.memberId) : undefined)),
			),

		/** Stale if the invitation is gone, too old, or for another address. A duplicate if its reader has access already. */
		accept: (owner: Owner, id: string, now: number): Change =>
			unique(
				"account_members.member_id",
				guarded(
					orm
						.update(accountMembers)
						.set({
							memberId: sql`(select ${users.id} from ${users} where ${ownedBy(users.id, owner, now)})`,
							acceptedAt: now,
						})
						.where(and(eq(accountMembers.id, id), invitesMe(owner, now))),
				),
			),

		decline: (owner: Owner, id: string, now: number): Change =>
			guarded(orm.delete(accountMembers).where(and(eq(accountMembers.id, id), invitesMe(owner, now)))),

		/** Stale if the owner has no such access. */
		leave: (owner: Owner, id: string, now: number): Change =>
			guarded(orm.delete(accountMembers).where(and(mine(owner, id, now), isNotNull(accountMembers.acceptedAt)))),
	};
}
