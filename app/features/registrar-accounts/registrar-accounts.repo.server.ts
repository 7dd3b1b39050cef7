import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { type Change, change, guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { registrarAccounts, registrarCosts } from "~/db/schema";
import type { Balance, ExtensionCosts } from "~/platform/registrar/costs";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";

export type AccountRow = typeof registrarAccounts.$inferSelect;
export type CostRow = typeof registrarCosts.$inferSelect;

/** A row to add, with the problems that staff are told about. */
export type NewCosts = ExtensionCosts & Pick<CostRow, "reported">;

/** What registrars charge us, and our balances there. */
export function createRegistrarAccountsRepo({ orm, read }: Pick<Database, "orm" | "read">) {
	const current = (registrar: RegistrarId, tlds: readonly string[]) =>
		and(
			eq(registrarCosts.registrar, registrar),
			inArray(registrarCosts.tld, sql`(select value from json_each(${JSON.stringify(tlds)}))`),
			isNull(registrarCosts.until),
		);

	return {
		accounts: (): Promise<AccountRow[]> => read(orm.select().from(registrarAccounts)),

		/** Rows of registrars that are new here. */
		open: (registrars: readonly RegistrarId[], now: number): Change =>
			write(
				orm
					.insert(registrarAccounts)
					.values(registrars.map((registrar) => ({ registrar, createdAt: now })))
					.onConflictDoNothing(),
			),

		currentCosts: (): Promise<CostRow[]> =>
			read(
				orm
					.select()
					.from(registrarCosts)
					.where(isNull(registrarCosts.until))
					.orderBy(registrarCosts.registrar, registrarCosts.tld),
			),

		/** Of one extension at one registrar, newest first. */
		history: (registrar: RegistrarId, tld: string): Promise<CostRow[]> =>
			read(
				orm
					.select()
					.from(registrarCosts)
					.where(and(eq(registrarCosts.registrar, registrar), eq(registrarCosts.tld, tld)))
					.orderBy(desc(registrarCosts.since)),
			),

		/** The prices that the current ones have replaced, one for each registrar and extension. */
		async previousCosts(): Promise<CostRow[]> {
			const next = sql`(select max(older.until) from ${registrarCosts} older where older.registrar = ${registrarCosts.registrar} and older.tld = ${registrarCosts.tld})`;
			return read(orm.select().from(registrarCosts).where(sql`${registrarCosts.until} = ${next}`));
		},

		/** Stale if another run has imported these prices. */
		markImported: ({ registrar, costsAt }: AccountRow, now: number): Change =>
			guarded(
				orm
					.update(registrarAccounts)
					.set({ costsAt: now })
					.where(and(eq(registrarAccounts.registrar, registrar), sql`${registrarAccounts.costsAt} is ${costsAt}`)),
			),

		/** Ends the current prices of these extensions, and adds the new ones. */
		replaceCosts: (registrar: RegistrarId, ended: readonly string[], added: readonly NewCosts[], now: number): Change =>
			change(
				ended.length > 0 && write(orm.update(registrarCosts).set({ until: now }).where(current(registrar, ended))),
				added.length > 0 &&
					write(...added.map((costs) => orm.insert(registrarCosts).values({ registrar, since: now, ...costs }))),
			),

		/** What staff were told about prices that did not change. */
		markReported: (registrar: RegistrarId, costs: readonly Pick<CostRow, "tld" | "reported">[]): Change =>
			write(
				...costs.map(({ tld, reported }) =>
					orm
						.update(registrarCosts)
						.set({ reported })
						.where(current(registrar, [tld])),
				),
			),

		/** Stale if another run has read it at this time. */
		saveBalance: (registrar: RegistrarId, { amount, currency }: Balance, now: number): Change =>
			guarded(
				orm
					.update(registrarAccounts)
					.set({ balance: amount, balanceCurrency: currency, balanceAt: now })
					.where(
						and(
							eq(registrarAccounts.registrar, registrar),
							or(isNull(registrarAccounts.balanceAt), sql`${registrarAccounts.balanceAt} < ${now}`),
						),
					),
			),
	};
}
