import { and, eq, isNull, sql } from "drizzle-orm";
import { unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { serverAccounts } from "~/db/schema";

export type ServerAccount = typeof serverAccounts.$inferSelect;

/** On which server each account is, and its name there. */
export function createServerAccountsRepo(db: Database) {
	const { orm } = db;
	const accountIs = (account: string) => eq(serverAccounts.account, account);

	return {
		async find(account: string): Promise<ServerAccount | undefined> {
			return (await db.read(orm.select().from(serverAccounts).where(accountIs(account))))[0];
		},

		/** How many accounts each server has, reserved ones included. Reads a whole index, once for each new account. */
		async counts(): Promise<ReadonlyMap<string, number>> {
			const { server } = serverAccounts;
			const count = sql<number>`count(*)`.as("accounts");
			const rows = await db.read(orm.select({ server, count }).from(serverAccounts).groupBy(server));
			return new Map(rows.map((row) => [row.server, row.count]));
		},

		/** Reserves a name and a place. Does nothing if the server is full, or if the account or the name exists. */
		reserve: (row: Omit<ServerAccount, "confirmedAt">, capacity: number) =>
			write(
				insertSelect(
					db,
					serverAccounts,
					row,
					sql`where (select count(*) from ${serverAccounts} where ${serverAccounts.server} = ${row.server}) < ${capacity}`,
				).onConflictDoNothing(),
			),

		/** Stores an account that exists on its server. A duplicate if another plan has it. */
		adopt: (row: ServerAccount) => unique("server_accounts.server", write(orm.insert(serverAccounts).values(row))),

		/** Gives an account that does not exist yet another name. Does nothing if the name exists. */
		rename: ({ account, user }: ServerAccount, to: string) =>
			write(
				orm
					.update(serverAccounts)
					.set({ user: to })
					.where(
						and(
							accountIs(account),
							eq(serverAccounts.user, user),
							isNull(serverAccounts.confirmedAt),
							sql`not exists (select 1 from ${serverAccounts} as other
								where other.server = ${serverAccounts.server} and other.user = ${to})`,
						),
					),
			),

		confirm: (account: string, now: number) =>
			write(
				orm
					.update(serverAccounts)
					.set({ confirmedAt: now })
					.where(and(accountIs(account), isNull(serverAccounts.confirmedAt))),
			),

		release: (account: string) => write(orm.delete(serverAccounts).where(accountIs(account))),

		/** The accounts of these names on a server. */
		async accountsOf(server: string, users: readonly string[]): Promise<ReadonlyMap<string, string>> {
			const { user, account } = serverAccounts;
			// One value however many names: D1 binds at most 100.
			const named = sql`${user} in (select value from json_each(${JSON.stringify(users)}))`;
			const rows = await db.read(
				orm
					.select({ user, account })
					.from(serverAccounts)
					.where(and(eq(serverAccounts.server, server), named)),
			);
			return new Map(rows.map((row) => [row.user, row.account]));
		},
	};
}
