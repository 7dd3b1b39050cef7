import { and, eq, gt, isNull } from "drizzle-orm";
import type { Database, Statement } from "~/db/client.server";
import { sandboxPanelAccounts, sandboxPanelLinks } from "~/db/schema";

export type PanelAccount = typeof sandboxPanelAccounts.$inferSelect;
type NewAccount = typeof sandboxPanelAccounts.$inferInsert;

export type PanelBooks = ReturnType<typeof createPanelBooksRepo>;

/** The embedded panel's own books: nothing but the sandbox reads them, as with a real panel's. */
export function createPanelBooksRepo(db: Database) {
	const { orm } = db;

	/** Did the guarded statement change anything? */
	const took = (statement: Statement): Promise<boolean> => db.attempt([statement, db.mustChange()]);

	return {
		open: ({ now, ...account }: Omit<NewAccount, "createdAt"> & { now: number }) =>
			db.write([
				orm
					.insert(sandboxPanelAccounts)
					.values({ ...account, createdAt: now })
					.onConflictDoNothing(),
			]),

		async account(account: string): Promise<PanelAccount | undefined> {
			const rows = db.read(orm.select().from(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, account)));
			return (await rows)[0];
		},

		change: (account: string, values: Partial<NewAccount>) =>
			took(orm.update(sandboxPanelAccounts).set(values).where(eq(sandboxPanelAccounts.account, account))),

		close: (account: string) =>
			db.write([
				orm.delete(sandboxPanelLinks).where(eq(sandboxPanelLinks.account, account)),
				orm.delete(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, account)),
			]),

		addLink: (link: typeof sandboxPanelLinks.$inferInsert) => db.write([orm.insert(sandboxPanelLinks).values(link)]),

		async link(tokenHash: string) {
			const rows = db.read(orm.select().from(sandboxPanelLinks).where(eq(sandboxPanelLinks.tokenHash, tokenHash)));
			return (await rows)[0];
		},

		/** Turns an unused link into a sign-in; of two at once, one. */
		spendLink: (tokenHash: string, signIn: { sessionHash: string; sessionEndsAt: number; now: number }) =>
			took(
				orm
					.update(sandboxPanelLinks)
					.set({ usedAt: signIn.now, sessionHash: signIn.sessionHash, sessionEndsAt: signIn.sessionEndsAt })
					.where(
						and(
							eq(sandboxPanelLinks.tokenHash, tokenHash),
							isNull(sandboxPanelLinks.usedAt),
							gt(sandboxPanelLinks.expiresAt, signIn.now),
						),
					),
			),

		async signedIn(sessionHash: string, now: number) {
			const rows = db.read(
				orm
					.select({ account: sandboxPanelAccounts, endsAt: sandboxPanelLinks.sessionEndsAt })
					.from(sandboxPanelLinks)
					.innerJoin(sandboxPanelAccounts, eq(sandboxPanelAccounts.account, sandboxPanelLinks.account))
					.where(and(eq(sandboxPanelLinks.sessionHash, sessionHash), gt(sandboxPanelLinks.sessionEndsAt, now))),
			);
			return (await rows)[0];
		},

		endSignIn: (sessionHash: string, now: number) =>
			db.write([
				orm.update(sandboxPanelLinks).set({ sessionEndsAt: now }).where(eq(sandboxPanelLinks.sessionHash, sessionHash)),
			]),
	};
}
