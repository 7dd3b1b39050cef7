import { change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { reportProblem, resolveProblem } from "~/db/problems.server";
import { currentCatalog } from "~/features/catalog/current";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR } from "~/lib/durations";
import { FailedCheck } from "~/lib/failure-reason";
import { type Balance, costOperations, type ExtensionCosts } from "~/platform/registrar/costs";
import type { AccountAtRegistrar, Registrar } from "~/platform/registrar/registrar";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";
import { type Loss, lossesOf, rateOf, type SoldOperation } from "./cost-problems";
import { type AccountRow, type CostRow, createRegistrarAccountsRepo } from "./registrar-accounts.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrar: Pick<Registrar, "accounts">;
	/** Shillings for one unit of a currency other than shillings and dollars. */
	readonly rates: ReadonlyMap<string, number>;
	/** By registrar, in hundredths of the account's currency. */
	readonly lowBalances: ReadonlyMap<string, number>;
}

/** For a registrar without a setting, in hundredths of the account's currency. */
const usualLowBalance = 5_000;

/** Prices are imported once a day. A second run on the same day imports those that failed in the first. */
const importEveryMs = 12 * HOUR;

/** Staff can't rely on prices that are older. */
const staleAfterMs = 3 * DAY;

/** Our account at a registrar, for staff. */
export interface AccountState {
	readonly registrar: RegistrarId;
	/** Null if the registrar does not tell it, or it was never read. */
	readonly balance: (Balance & { readonly readAt: number; readonly isLow: boolean; readonly limit: number }) | null;
	/** When its prices were last imported. Null if they never were, or it publishes none. */
	readonly costsAt: number | null;
	/** Whether the import has failed for three days. */
	readonly hasStaleCosts: boolean;
}

/** What an extension costs at a registrar, for staff. */
export interface CostState extends Omit<CostRow, "reported" | "until"> {
	/** What it cost before. Null if the price never changed. */
	readonly previous: CostRow | null;
	/** What can be ordered there. */
	readonly operations: readonly SoldOperation[];
}

export type RegistrarAccounts = ReturnType<typeof createRegistrarAccounts>;

/** Imports what registrars charge us and reads our balances there. Tells staff about losses and low balances. */
export function createRegistrarAccounts({ db, clock, registrar, rates, lowBalances }: Dependencies) {
	const repo = createRegistrarAccountsRepo(db);

	const limitOf = (id: RegistrarId): number => lowBalances.get(id) ?? usualLowBalance;

	function balanceOf({ registrar: id, balance: amount, balanceCurrency: currency, balanceAt: readAt }: AccountRow) {
		if (amount === null || readAt === null) return null;
		return { amount, currency, readAt, limit: limitOf(id), isLow: amount < limitOf(id) };
	}

	/** Names that a registrar only holds are renewed there, and no new ones go there. */
	const operationsAt = ({ tlds }: Pick<AccountAtRegistrar, "tlds">, tld: string): readonly SoldOperation[] =>
		tlds.includes("*") || tlds.includes(tld) ? costOperations : ["renew", "restore"];

	const lossesAt = (account: Pick<AccountAtRegistrar, "tlds">, costs: ExtensionCosts): Loss[] =>
		lossesOf(costs, rates, operationsAt(account, costs.tld));

	/** Names the problems with these prices. The same problem has the same name, so staff are told once. */
	function reportOf(account: AccountAtRegistrar, costs: ExtensionCosts): string | null {
		if (rateOf(costs.currency, rates) === undefined) return `no rate of ${costs.currency}`;
		const losses = lossesAt(account, costs).map(
			({ operation, cost, price }) => `${operation} ${cost.amount} > ${price.currency} ${price.amount}`,
		);
		return losses.join(", ") || null;
	}

	/** Our rows of these registrars. */
	async function rowsOf(
		accounts: readonly AccountAtRegistrar[],
	): Promise<readonly (readonly [AccountAtRegistrar, AccountRow])[]> {
		const pairs = (rows: readonly AccountRow[]) =>
			accounts.flatMap((account) => {
				const row = rows.find((one) => one.registrar === account.id);
				return row ? [[account, row] as const] : [];
			});
		const known = pairs(await repo.accounts());
		if (known.length === accounts.length) return known;
		const now = clock();
		await db.commit(
			repo.open(
				accounts.map(({ id }) => id),
				now,
			),
			now,
		);
		return pairs(await repo.accounts());
	}

	async function importFrom(account: AccountAtRegistrar, row: AccountRow): Promise<void> {
		const { id, costs } = account;
		if (!costs || (row.costsAt ?? 0) > clock() - importEveryMs) return;
		const answer = await costs(currentCatalog().extensions.map(({ tld }) => tld));
		const found = [...new Map(answer.map((one) => [one.tld, one])).values()];
		const stored = (await repo.currentCosts()).filter((one) => one.registrar === id);
		if (found.length === 0 && stored.length > 0) throw new Error(`${id} names no prices any more`);
		const now = clock();
		const reported = found.map((one) => ({ ...one, reported: reportOf(account, one) }));
		const previous = (tld: string) => stored.find((one) => one.tld === tld);
		const changed = reported.filter((one) => !isSame(previous(one.tld), one));
		const gone = stored.filter(({ tld }) => !found.some((one) => one.tld === tld));
		const isNews = (one: (typeof reported)[number]) => one.reported !== (previous(one.tld)?.reported ?? null);
		const news = reported.filter(isNews);
		const unchanged = news.filter((one) => !changed.includes(one));
		const alerts = news.filter((one) => one.reported !== null);
		const losses = alerts.flatMap((one) => lossesAt(account, one));
		const withoutRate = [...new Set(alerts.map(({ currency }) => currency))].filter((one) => !rateOf(one, rates));
		const ended = [...changed, ...gone].map(({ tld }) => tld);
		await db.commit(
			change(
				repo.markImported(row, now),
				repo.replaceCosts(id, ended, changed, now),
				unchanged.length > 0 && repo.markReported(id, unchanged),
				alerts.length > 0 &&
					reportProblem(
						db,
						{
							kind: "costs",
							subject: `${id}: ${alerts.map(({ tld, reported }) => `.${tld} ${reported}`).join(", ")}`.slice(0, 200),
							causeId: id,
							about: { costsOf: id, losses, withoutRate },
						},
						now,
					),
			),
			now,
		);
	}

	async function readBalance({ id, balance }: AccountAtRegistrar): Promise<void> {
		if (!balance) return;
		const found = await balance();
		const now = clock();
		const limit = limitOf(id);
		const problem = { kind: "balance", subject: id } as const;
		const alert =
			found.amount < limit
				? reportProblem(db, { ...problem, about: { balanceOf: id, ...found, limit } }, now)
				: resolveProblem(db, problem, now);
		await db.commit(change(repo.saveBalance(id, found, now), alert), now);
	}

	/** Runs for each registrar. One that fails does not stop the others. @throws the failures, at the end */
	async function forEach(run: (account: AccountAtRegistrar, row: AccountRow) => Promise<void>): Promise<void> {
		const accounts = await rowsOf(registrar.accounts());
		const runs = await Promise.allSettled(accounts.map(([account, row]) => run(account, row)));
		const failures = runs.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
		if (failures.length > 0) throw new AggregateError(failures, "Some registrars did not answer about our account");
	}

	/** Our accounts at all registrars that publish something. Makes no call. */
	async function states(): Promise<AccountState[]> {
		const now = clock();
		const rows = await repo.accounts();
		return registrar.accounts().map(({ id, costs }) => {
			const row = rows.find((one) => one.registrar === id);
			return {
				registrar: id,
				balance: row ? balanceOf(row) : null,
				costsAt: row?.costsAt ?? null,
				hasStaleCosts: costs !== undefined && row !== undefined && (row.costsAt ?? row.createdAt) < now - staleAfterMs,
			};
		});
	}

	const stateOf = async (id: RegistrarId) => (await states()).find((one) => one.registrar === id);

	return {
		/** Imports the prices of each registrar that did not deliver them today. */
		importCosts: () => forEach(importFrom),

		/** Reads our balance at each registrar that tells it. */
		readBalances: () => forEach(readBalance),

		states,

		/** What each extension costs at each registrar. */
		async costs(): Promise<CostState[]> {
			const [rows, previous] = await Promise.all([repo.currentCosts(), repo.previousCosts()]);
			const accounts = new Map(registrar.accounts().map((account) => [account.id, account]));
			return rows.flatMap(({ reported: _, until: __, ...costs }) => {
				const account = accounts.get(costs.registrar);
				if (!account) return [];
				const before = previous.find((one) => one.registrar === costs.registrar && one.tld === costs.tld);
				return { ...costs, previous: before ?? null, operations: operationsAt(account, costs.tld) };
			});
		},

		/** All prices of an extension at a registrar, newest first. */
		history: repo.history,

		/** For the health report. @throws if prices were not imported for three days */
		async checkCosts(id: RegistrarId): Promise<void> {
			const state = await stateOf(id);
			if (state?.hasStaleCosts) throw new FailedCheck("late", `${id} delivered no prices for three days`);
		},

		/** For the health report. @throws if the balance is low */
		async checkBalance(id: RegistrarId): Promise<void> {
			const state = await stateOf(id);
			if (state?.balance?.isLow) throw new FailedCheck("stopped", `The balance at ${id} is low`);
		},
	};
}

const isSame = (stored: CostRow | undefined, found: ExtensionCosts): boolean =>
	stored !== undefined &&
	(["currency", "register", "renew", "transfer", "restore"] as const).every((key) => stored[key] === found[key]);
