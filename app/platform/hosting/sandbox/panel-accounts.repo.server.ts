import { and, between, eq, gt, isNull, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { sandboxPanelAccounts, sandboxPanelLinks } from "~/db/schema";

export type PanelAccount = typeof sandboxPanelAccounts.$inferSelect;
type NewAccount = typeof sandboxPanelAccounts.$inferInsert;

/** The accounts and sign-in links of the panel's stand-in. Only the sandbox reads them. */
export function createPanelAccountsRepo(db: Database) {
	const { orm } = db;
	const number = sql`rowid`;

	return {
		open: ({ now, ...account }: Omit<NewAccount, "createdAt"> & { now: number }) =>
			write(
				orm
					.insert(sandboxPanelAccounts)
					.values({ ...account, createdAt: now })
					.onConflictDoNothing(),
			),

		async account(account: string): Promise<PanelAccount | undefined> {
			const rows = db.read(orm.select().from(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, account)));
			return (await rows)[0];
		},

		/** The accounts with these numbers. Numbers follow the order in which accounts were opened. */
		numbered: (from: number, to: number) =>
			db.read(
				orm
					.select({ account: sandboxPanelAccounts.account, resources: sandboxPanelAccounts.resources })
					.from(sandboxPanelAccounts)
					.where(between(number, from, to)),
			),

		async highestNumber(): Promise<number> {
			const highest = sql<number>`coalesce(max(${number}), 0)`.as("highest");
			const [row] = await db.read(orm.select({ highest }).from(sandboxPanelAccounts));
			return row?.highest ?? 0;
		},

		change: (account: string, values: Partial<NewAccount>) =>
			guarded(orm.update(sandboxPanelAccounts).set(values).where(eq(sandboxPanelAccounts.account, account))),

		close: (account: string) =>
			write(
				orm.delete(sandboxPanelLinks).where(eq(sandboxPanelLinks.account, account)),
				orm.delete(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, account)),
			),

		addLink: (link: typeof sandboxPanelLinks.$inferInsert) => write(orm.insert(sandboxPanelLinks).values(link)),

		async link(tokenHash: string) {
			const rows = db.read(orm.select().from(sandboxPanelLinks).where(eq(sandboxPanelLinks.tokenHash, tokenHash)));
			return (await rows)[0];
		},

		/** Turns an unused link into a sign-in. Of two attempts at once, one succeeds. */
		spendLink: (tokenHash: string, signIn: { sessionHash: string; sessionEndsAt: number; now: number }) =>
			guarded(
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
					.where(
						and(
							eq(sandboxPanelLinks.sessionHash, sessionHash),
							gt(sandboxPanelLinks.sessionEndsAt, now),
							isNull(sandboxPanelAccounts.suspendedAt),
						),
					),
			);
			return (await rows)[0];
		},

		endSignIn: (sessionHash: string, now: number) =>
			write(
				orm.update(sandboxPanelLinks).set({ sessionEndsAt: now }).where(eq(sandboxPanelLinks.sessionHash, sessionHash)),
			),
	};
}
