import { and, desc, eq, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/client.server";
import { signUps, tokenUses, users } from "~/db/schema";

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
export type SignUpRow = typeof signUps.$inferSelect;

/** More than anybody needs who registers again and again; each may cost a hash when the link is opened. */
const keptSignUps = 5;

export type NewSignUp = Omit<SignUpRow, "userId">;
/** What a person enters to have an account. */
export type Entered = Pick<SignUpRow, "firstName" | "lastName" | "country" | "passwordHash">;

export type LinkPurpose = "verify" | "reset";

const generationOf = { verify: users.verifyGeneration, reset: users.resetGeneration } as const;

export type AccountsRepo = ReturnType<typeof createAccountsRepo>;

/** The statements and queries of accounts. */
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

		add: (user: NewUser) => db.orm.insert(users).values(user),

		/** Fails on the second use of a token, and its batch with it. */
		use: (tokenHash: string, purpose: string, userId: string, now: number) =>
			db.orm.insert(tokenUses).values({ tokenHash, purpose, userId, usedAt: now }),

		/** Voids earlier links of this purpose; changes nothing when someone else has just done so. */
		raiseGeneration(user: Pick<UserRow, "id">, purpose: LinkPurpose, from: number, fields: Partial<NewUser>) {
			const raised = purpose === "verify" ? { verifyGeneration: from + 1 } : { resetGeneration: from + 1 };
			return db.orm
				.update(users)
				.set({ ...fields, ...raised })
				.where(and(eq(users.id, user.id), eq(generationOf[purpose], from)));
		},

		/** Statements: notes what was entered for an address, unless its account is proven by now; the oldest go. */
		addSignUp({ browserHash, firstName, lastName, country, passwordHash, createdAt }: NewSignUp, email: string) {
			const account = and(eq(users.email, email), eq(users.status, "unverified"));
			const entered = sql`select ${browserHash}, ${users.id}, ${firstName}, ${lastName}, ${country}, ${passwordHash},
				${createdAt} from ${users} where ${account}`;
			const mine = sql`(select ${users.id} from ${users} where ${account})`;
			const newest = db.orm
				.select({ browserHash: signUps.browserHash })
				.from(signUps)
				.where(eq(signUps.userId, mine))
				.orderBy(desc(signUps.createdAt))
				.limit(keptSignUps);
			return [
				db.orm.insert(signUps).select(entered),
				db.orm.delete(signUps).where(and(eq(signUps.userId, mine), notInArray(signUps.browserHash, newest))),
			];
		},

		/** Newest first. */
		signUpsOf: (userId: string) =>
			db.read(db.orm.select().from(signUps).where(eq(signUps.userId, userId)).orderBy(desc(signUps.createdAt))),

		removeSignUps: (userId: string) => db.orm.delete(signUps).where(eq(signUps.userId, userId)),

		/**
		 * A verification link's effect: the account is what was entered by the one who opened it. Changes nothing when a
		 * newer link was issued or the address is verified.
		 */
		verify: (userId: string, generation: number, entered: Entered, now: number) =>
			db.orm
				.update(users)
				.set({
					...entered,
					status: "active",
					verifiedAt: now,
					mailRefusedAt: null,
					updatedAt: now,
					verifyGeneration: generation + 1,
				})
				.where(and(eq(users.id, userId), eq(users.verifyGeneration, generation), eq(users.status, "unverified"))),

		/**
		 * A reset link's effect; changes nothing when a newer link was issued. Whoever reads the mailbox owns the address,
		 * so it counts as verified, and links that were mailed before to verify it are void. The names of an account that was
		 * not verified may be a stranger's words: the first part of the address takes their place.
		 */
		resetPassword: (userId: string, generation: number, passwordHash: string, now: number) =>
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

		/** The same password under today's parameters; a password that changed meanwhile stays. */
		rehash: (userId: string, from: string, to: string) =>
			db.orm
				.update(users)
				.set({ passwordHash: to })
				.where(and(eq(users.id, userId), eq(users.passwordHash, from))),
	};
}

/** In an update of `users`: the value for an account that is not verified, for any other the column as it is. */
const ifUnverified = (value: SQL, column: SQLiteColumn) =>
	sql`case when ${users.status} = 'unverified' then ${value} else ${column} end`;
