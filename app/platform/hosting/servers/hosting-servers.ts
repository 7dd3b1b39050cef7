import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import type { HostingPanel, PanelRefusal } from "../hosting-panel";
import { createServerAccountsRepo, type ServerAccount } from "./server-accounts.repo.server";
import type { FoundAccount, ServerPanel } from "./server-panel";

export interface HostingServer {
	readonly name: string;
	/** The highest number of our accounts. */
	readonly capacity: number;
	/** Whether it gets no new accounts. It keeps those that it has. */
	readonly closed: boolean;
	/** The only plans whose new accounts it gets, by their ids. Undefined: all. */
	readonly plans?: readonly string[] | undefined;
	/** The domain below which new accounts get their first name. Accounts need one before their customer's domain. */
	readonly temporaryDomain: string;
	readonly panel: ServerPanel;
}

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly servers: readonly HostingServer[];
}

/** An account with its server. */
interface Located {
	readonly row: ServerAccount;
	readonly server: HostingServer;
}

/** For this long after a place was reserved, a request to create the account may still be running on the server. */
const creationMs = 10 * MINUTE;

const maxNames = 3;

const refused = (message: string, retryable: boolean): PanelRefusal => ({ state: "failed", message, retryable });

/**
 * The hosting panel of several servers. A new account goes to the open server for its plan with the most free places and
 * stays there.
 * The place and the account's name are stored before the server is called, so that a repeated call finds the account.
 */
export function createHostingServers({ db, clock, servers }: Dependencies): HostingPanel {
	const repo = createServerAccountsRepo(db);
	const commit = (changed: Change) => db.commit(changed, clock());

	function serverOf({ account, server }: ServerAccount): HostingServer {
		const found = servers.find(({ name }) => name === server);
		if (!found) throw new Error(`The hosting server ${server} of ${account} is not in HOSTING_SERVERS`);
		return found;
	}

	/** Reserves a place on the open server for the plan with the most free ones. Undefined if all are full. */
	async function reserve(account: string, plan: string): Promise<ServerAccount | undefined> {
		const counts = await repo.counts();
		const open = servers
			.filter(({ closed, plans }) => !closed && (plans?.includes(plan) ?? true))
			.map((server) => ({ ...server, free: server.capacity - (counts.get(server.name) ?? 0) }))
			.filter(({ free }) => free > 0)
			.toSorted((a, b) => b.free - a.free);
		for (const { name, capacity } of open) {
			for (let attempt = 0; attempt < maxNames; attempt += 1) {
				const user = userName(account, attempt);
				await commit(repo.reserve({ account, server: name, user, createdAt: clock() }, capacity));
				const row = await repo.find(account);
				if (row) return row;
			}
		}
		return undefined;
	}

	/** Makes the next attempt use another name, because a stranger's account on the server has this one. */
	async function takeNextName(row: ServerAccount): Promise<PanelRefusal> {
		const names = Array.from({ length: maxNames + 1 }, (_, attempt) => userName(row.account, attempt));
		const next = names[names.indexOf(row.user) + 1];
		if (!next) return refused(`The server has other accounts with the names ${names.join(", ")}`, false);
		await commit(repo.rename(row, next));
		return refused(`The name ${row.user} is taken on ${row.server}`, true);
	}

	async function confirmed({ row, server }: Located, { ip }: FoundAccount) {
		await commit(repo.confirm(row.account, clock()));
		return { state: "succeeded", ref: `${server.name}/${row.user}`, ip } as const;
	}

	/** The account with its server, or why there is none. */
	async function locate(account: string): Promise<Located | PanelRefusal> {
		const row = await repo.find(account);
		if (!row) return refused("No hosting server has this account", false);
		const located = { row, server: serverOf(row) };
		if (row.confirmedAt !== null) return located;
		const found = await located.server.panel.find(row.user);
		if (!found || !isOurs(located, found)) return refused(`${row.server} has not created the account yet`, true);
		await confirmed(located, found);
		return located;
	}

	async function onServer<Answer>(
		account: string,
		call: (panel: ServerPanel, located: Located) => Promise<Answer>,
	): Promise<Answer | PanelRefusal> {
		const located = await locate(account);
		return "state" in located ? located : call(located.server.panel, located);
	}

	return {
		async create({ account, plan, email }) {
			const row = (await repo.find(account)) ?? (await reserve(account, plan));
			if (!row) return refused(`No hosting server has a free place for ${plan}: add one, or raise a capacity`, true);
			const located = { row, server: serverOf(row) };
			const { panel, name } = located.server;
			const { user } = row;
			const domain = temporaryName(located);
			const before = await panel.find(user);
			if (before) return isOurs(located, before) ? confirmed(located, before) : takeNextName(row);
			const made = await panel.create({ user, domain, plan, email });
			// Also after a refusal: an earlier request may have been finished since the account was looked for.
			const after = await panel.find(user);
			if (after && isOurs(located, after)) return confirmed(located, after);
			if (made.state === "succeeded") return refused(`${name} does not show the new account ${user}`, true);
			if (made.retryable) return refused(made.message, true);
			return refused(
				`${made.message.replace(/\.?$/, ".")} To create it by hand: on ${name}, as ${user}, for ${domain}`,
				false,
			);
		},

		async adopt({ account, server: name, user, domain }) {
			const server = servers.find((one) => one.name === name);
			if (!server) return refused(`There is no server ${name}`, false);
			const found = await server.panel.find(user);
			if (!found) return refused(`${name} has no account ${user}`, false);
			if (domain !== null && found.domain !== domain)
				return refused(`The domain of ${user} on ${name} is ${found.domain}`, false);
			const at = clock();
			const row = { account, server: name, user, confirmedAt: at, createdAt: at };
			return { state: "succeeded", ip: found.ip, kept: repo.adopt(row) };
		},

		setDomain: (account, domain) =>
			onServer(account, (panel, located) => panel.setDomain(located.row.user, domain ?? temporaryName(located))),

		async hasCertificate(account, domain) {
			const located = await locate(account);
			return !("state" in located) && located.server.panel.isCertified(located.row.user, domain);
		},

		changePackage: ({ account, plan }) => onServer(account, (panel, { row }) => panel.changePackage(row.user, plan)),
		suspend: (account, reason) => onServer(account, (panel, { row }) => panel.suspend(row.user, reason)),
		unsuspend: (account) => onServer(account, (panel, { row }) => panel.unsuspend(row.user)),

		async backUp(account, ref) {
			// An account that the server never had, or not any more, has no content.
			const row = await repo.find(account);
			if (!row || !(await serverOf(row).panel.find(row.user))) return { state: "succeeded" };
			return onServer(account, (panel, { row }) => panel.backUp(row.user, ref));
		},

		async terminate(account) {
			const row = await repo.find(account);
			if (!row) return { state: "succeeded" };
			const located = { row, server: serverOf(row) };
			const { panel, name } = located.server;
			const found = await panel.find(row.user);
			if (!found && row.confirmedAt === null && clock() - row.createdAt < creationMs)
				return refused(`${name} may still be creating the account`, true);
			if (found && isOurs(located, found)) {
				const removed = await panel.remove(row.user);
				if (removed.state === "failed") return removed;
			}
			await commit(repo.release(account));
			return { state: "succeeded" };
		},

		async usage(account) {
			const located = await locate(account);
			return "state" in located ? null : located.server.panel.usage(located.row.user);
		},

		servers: async () => servers.map(({ name }) => name),

		async usageOfServer(name, page) {
			const server = servers.find((one) => one.name === name);
			if (!server) throw new Error(`The hosting server ${name} is not in HOSTING_SERVERS`);
			const { users, more } = await server.panel.usagePage(page);
			const accounts = await repo.accountsOf(
				name,
				users.map(({ user }) => user),
			);
			const known = users.flatMap(({ user, used }) => {
				const account = accounts.get(user);
				return account === undefined ? [] : { account, used };
			});
			return { accounts: known, more };
		},

		changePassword: (account, password) =>
			onServer(account, (panel, { row }) => panel.changePassword(row.user, password)),
		signInLink: (account) => onServer(account, (panel, { row }) => panel.signInLink(row.user)),

		async probe(server) {
			const asked = servers.filter(({ name }) => server === undefined || name === server);
			await Promise.all(asked.map(({ panel }) => panel.probe()));
		},
	};
}

/**
 * The name of an account on its server: eight characters, because cPanel tells accounts apart by the first eight, and
 * an `h` first, because a name can't begin with a digit or with `test`.
 */
function userName(account: string, attempt: number): string {
	const hash = sha256(new TextEncoder().encode(`${account} ${attempt}`));
	return `h${encodeBase32LowerCaseNoPadding(hash).slice(0, 7)}`;
}

const temporaryName = ({ row, server }: Located): string => `${row.user}.${server.temporaryDomain}`;

/** An account that was never confirmed is ours only if it still has the domain that we create accounts with. */
const isOurs = (located: Located, { domain }: FoundAccount): boolean =>
	located.row.confirmedAt !== null || domain === temporaryName(located);
