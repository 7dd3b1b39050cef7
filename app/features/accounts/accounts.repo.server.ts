import { and, desc, eq, inArray, lte, ne, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { change, guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { type Owner, ownedBy, type SensitiveOwner } from "~/db/owner";
import { jobs, payments, signUps, staff, tokenUses, users } from "~/db/schema";
import { accountStates } from "./account-status";

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
export type SignUpRow = typeof signUps.$inferSelect;

/** Per address. Each may cost a hash when the link is opened. */
const maxSignUps = 5;

export type NewSignUp = Omit<SignUpRow, "userId">;
export type SignUpDetails = Pick<SignUpRow, "firstName" | "lastName" | "country" | "passwordHash">;

export type LinkPurpose = "verify" | "reset";

const generationOf = { verify: users.verifyGeneration, reset: users.resetGeneration } as const;

/** What is left of a closed account. */
const emptyAccount = (userId: string) => ({
	email: `${userId}@closed.invalid`,
	firstName: "Closed",
	lastName: "account",
	phone: null,
	company: null,
	passwordHash: "closed",
	preferences: null,
	billingAddress: null,
	promptPhone: null,
	promptHour: null,
	totpSecret: null,
	totpSince: null,
	totpLastStep: null,
	mailRefusedAt: null,
});

export type AccountsRepo = ReturnType<typeof createAccountsRepo>;

/** Accounts, unverified registrations and used links. */
export function createAccountsRepo(db: Database) {
	return {
		async findByEmail(email: string): Promise<UserRow | null> {
			const rows = await db.read(db.orm.select().from(users).where(eq(users.email, email)));
			return rows[0] ?? null;
		},

		async find(id: string): Promise<UserRow | null> {
			const rows = await db.read(db.orm.select().from(users).where(eq(users.id, id)));
			return rows[0] ?? null;
		},

		async wasUsed(tokenHash: string): Promise<boolean> {
			const rows = await db.read(
				db.orm.select({ usedAt: tokenUses.usedAt }).from(tokenUses).where(eq(tokenUses.tokenHash, tokenHash)),
			);
			return rows.length > 0;
		},

		/** A duplicate if the address has an account. */
		add: (user: NewUser) => unique("users.email", write(db.orm.insert(users).values(user))),

		/** A duplicate on the second use of a token. */
		markTokenUsed: (tokenHash: string, purpose: string, userId: string, now: number) =>
			unique(
				"token_uses.token_hash",
				write(db.orm.insert(tokenUses).values({ tokenHash, purpose, userId, usedAt: now })),
			),

		/** Voids earlier links of this purpose. Stale if a parallel request has just done so. */
		raiseGeneration(user: Pick<UserRow, "id">, purpose: LinkPurpose, from: number, fields: Partial<NewUser>) {
			const raised = purpose === "verify" ? { verifyGeneration: from + 1 } : { resetGeneration: from + 1 };
			return guarded(
				db.orm
					.update(users)
					.set({ ...fields, ...raised })
					.where(and(eq(users.id, user.id), eq(generationOf[purpose], from))),
			);
		},

		/** Stores what was entered for an address, unless its account is verified. Keeps only the newest of each account. */
		addSignUp(signUp: NewSignUp, email: string) {
			const account = and(eq(users.email, email), eq(users.status, "unverified"));
			const row = { ...signUp, userId: sql`${users.id}` };
			const mine = sql`(select ${users.id} from ${users} where ${account})`;
			const newest = db.orm
				.select({ browserHash: signUps.browserHash })
				.from(signUps)
				.where(eq(signUps.userId, mine))
				.orderBy(desc(signUps.createdAt))
				.limit(maxSignUps);
			return change(
				write(insertSelect(db, signUps, row, sql`from ${users} where ${account}`)),
				write(db.orm.delete(signUps).where(and(eq(signUps.userId, mine), notInArray(signUps.browserHash, newest)))),
			);
		},

		/** Newest first. */
		listSignUps: (userId: string) =>
			db.read(db.orm.select().from(signUps).where(eq(signUps.userId, userId)).orderBy(desc(signUps.createdAt))),

		removeSignUps: (userId: string) => write(db.orm.delete(signUps).where(eq(signUps.userId, userId))),

		/**
		 * Activates the account with what was entered by the person who opened the link. Stale if a newer link was issued
		 * or the address is verified already.
		 */
		verify: (userId: string, generation: number, entered: SignUpDetails, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({
						...entered,
						status: accountStates.move("unverified", "active"),
						verifiedAt: now,
						mailRefusedAt: null,
						updatedAt: now,
						verifyGeneration: generation + 1,
					})
					.where(and(eq(users.id, userId), eq(users.verifyGeneration, generation), eq(users.status, "unverified"))),
			),

		/** Stale unless the account is active. */
		scheduleClosing: (owner: SensitiveOwner, closesAt: number, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({ status: "closing", closesAt, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), inArray(users.status, accountStates.sources("closing")))),
			),

		/** Stale unless the account is closing. */
		keep: (owner: Owner, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({ status: accountStates.move("closing", "active"), closesAt: null, updatedAt: now })
					.where(and(ownedBy(users.id, owner, now), eq(users.status, "closing"))),
			),

		/** The row stays, for the invoices that refer to it, without anything about its customer. */
		close: (userId: string, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({ ...emptyAccount(userId), status: accountStates.move("closing", "closed"), updatedAt: now })
					.where(and(eq(users.id, userId), eq(users.status, "closing"), lte(users.closesAt, now))),
			),

		/**
		 * Closes an account whose rows moved to another one, like `close`. Stale unless both are active and in the same currency,
		 * if it has changed since `version`, if one belongs to someone at the desk, and while a payment or a job runs.
		 */
		merge({ from, version, into }: { from: string; version: number; into: string }, now: number) {
			const both = db.orm
				.select({ fit: sql`count(distinct ${users.id}) = 2 and count(distinct ${users.currency}) = 1` })
				.from(users)
				.where(
					and(
						inArray(users.id, [from, into]),
						eq(users.status, "active"),
						notExists(db.orm.select({ one: sql`1` }).from(staff).where(eq(staff.email, users.email))),
					),
				);
			const idle = [
				db.orm
					.select({ one: sql`1` })
					.from(payments)
					.where(and(eq(payments.userId, from), eq(payments.state, "pending"))),
				db.orm
					.select({ one: sql`1` })
					.from(jobs)
					// The index `jobs_open` has jobs that are not done.
					.where(and(eq(jobs.userId, from), ne(jobs.state, "done"), eq(jobs.state, "running"))),
			].map((running) => notExists(running));
			return guarded(
				db.orm
					.update(users)
					.set({
						...emptyAccount(from),
						status: accountStates.move("active", "closed"),
						mergedInto: into,
						updatedAt: now,
					})
					.where(and(eq(users.id, from), eq(users.updatedAt, version), sql`(${both})`, ...idle)),
			);
		},

		/**
		 * Sets the password. Stale if a newer link was issued. The reset link also proves the address, so the account is
		 * verified and earlier verification links are void. The names of an unverified account may have been entered by a
		 * stranger, so the first name becomes the local part of the address.
		 */
		resetPassword: (userId: string, generation: number, passwordHash: string, now: number) =>
			guarded(
				db.orm
					.update(users)
					.set({
						passwordHash,
						firstName: ifUnverified(
							sql`substr(${users.email}, 1, min(60, instr(${users.email}, '@') - 1))`,
							users.firstName,
						),
						lastName: ifUnverified(sql`''`, users.lastName),
						resetGeneration: generation + 1,
						verifyGeneration: sql`${users.verifyGeneration} + 1`,
						status: ifUnverified(sql`'active'`, users.status),
						verifiedAt: sql`coalesce(${users.verifiedAt}, ${now})`,
						mailRefusedAt: null,
						passwordResetAt: now,
						updatedAt: now,
					})
					.where(and(eq(users.id, userId), eq(users.resetGeneration, generation), ne(users.status, "closed"))),
			),

		/** Replaces the hash by one of the same password, unless the password has changed since. */
		rehash: (userId: string, from: string, to: string) =>
			write(
				db.orm
					.update(users)
					.set({ passwordHash: to })
					.where(and(eq(users.id, userId), eq(users.passwordHash, from))),
			),
	};
}

/** In an update of `users`: the value for an unverified account, the unchanged column for any other. */
const ifUnverified = (value: SQL, column: SQLiteColumn) =>
	sql`case when ${users.status} = 'unverified' then ${value} else ${column} end`;
