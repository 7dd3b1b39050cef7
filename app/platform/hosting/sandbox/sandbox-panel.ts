import { sha256 } from "@oslojs/crypto/sha2";
import { href } from "react-router";
import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { sha256Hex } from "~/lib/sha256";
import type { HostingPanel, PanelRefusal } from "../hosting-panel";
import { createPanelAccountsRepo, type PanelAccount } from "./panel-accounts.repo.server";
import { createPanelSessions } from "./panel-sessions";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly appOrigin: string;
}

/** How long a sign-in link is valid. */
const linkLifetime = 5 * MINUTE;

/** Accounts on one server, and on one page of its usage. */
const serverSize = 1_000;
const pageSize = 250;

const unknown: PanelRefusal = { state: "failed", message: "The panel has no such account", retryable: false };
const suspended: PanelRefusal = { state: "failed", message: "The account is suspended", retryable: false };

/** The hosting panel's stand-in: stores accounts, and has a page that its sign-in links open. */
export function createSandboxPanel({ db, clock, appOrigin }: Dependencies) {
	const repo = createPanelAccountsRepo(db);
	const commit = async (changed: Change): Promise<boolean> => (await db.commit(changed, clock())).state === "ok";

	const panel: HostingPanel = {
		async create({ account, ...facts }) {
			const ip = addressOf(account);
			const resources = { ...facts.resources };
			await commit(repo.open({ account, ...facts, domain: null, resources, ip, now: clock() }));
			return { state: "succeeded", ref: `sandbox:${account}`, ip };
		},

		// The stand-in has no accounts from before, so it opens one.
		async adopt({ account, plan, email, domain, resources }) {
			const ip = addressOf(account);
			const facts = { account, plan, email, domain, resources: { ...resources } };
			return { state: "succeeded", ip, kept: repo.open({ ...facts, ip, now: clock() }) };
		},

		async setDomain(account, domain) {
			const resources = (await repo.account(account))?.resources;
			const { domains } = resources ?? {};
			// A domain counts as one of the account's.
			const counted = domain &&
				domains?.used === 0 && { resources: { ...resources, domains: { ...domains, used: 1 } } };
			const changed = await commit(repo.change(account, { domain, ...counted }));
			return changed ? { state: "succeeded" } : unknown;
		},

		hasCertificate: async (account, domain) => (await repo.account(account))?.domain === domain,

		async changePackage({ account, plan, resources }) {
			const changed = await commit(repo.change(account, { plan, resources: { ...resources } }));
			return changed ? { state: "succeeded" } : unknown;
		},

		async suspend(account, reason) {
			const changed = await commit(repo.change(account, { suspendedAt: clock(), suspendReason: reason }));
			return changed ? { state: "succeeded" } : unknown;
		},

		async unsuspend(account) {
			const changed = await commit(repo.change(account, { suspendedAt: null, suspendReason: null }));
			return changed ? { state: "succeeded" } : unknown;
		},

		// The stand-in's accounts have no content.
		backUp: async () => ({ state: "succeeded" }),

		async terminate(account) {
			await commit(repo.close(account));
			return { state: "succeeded" };
		},

		async usage(account) {
			const found = await repo.account(account);
			return found ? usedOf(found) : null;
		},

		async servers() {
			const count = 1 + Math.floor((await repo.highestNumber()) / serverSize);
			return Array.from({ length: count }, (_, index) => `server-${index}`);
		},

		async usageOfServer(server, page) {
			const from = Number(server.replace("server-", "")) * serverSize + page * pageSize;
			const rows = await repo.numbered(from, from + pageSize - 1);
			const accounts = rows.map((row) => ({ account: row.account, used: usedOf(row) }));
			return { accounts, more: (page + 1) * pageSize < serverSize };
		},

		// The stand-in has no sign-in with a password, so it stores only the time.
		async changePassword(account) {
			const found = await repo.account(account);
			if (found && found.suspendedAt !== null) return suspended;
			const changed = await commit(repo.change(account, { passwordChangedAt: clock() }));
			return changed ? { state: "succeeded" } : unknown;
		},

		async signInLink(account) {
			const found = await repo.account(account);
			if (!found) return unknown;
			if (found.suspendedAt !== null) return suspended;
			const token = randomToken();
			await commit(repo.addLink({ tokenHash: sha256Hex(token), account, expiresAt: clock() + linkLifetime }));
			return { state: "succeeded", url: `${appOrigin}${href("/sandbox/panel/sign-in")}?token=${token}` };
		},

		async probe() {
			await repo.highestNumber();
		},
	};

	return { panel, sessions: createPanelSessions({ db, clock }) };
}

const usedOf = ({ resources }: Pick<PanelAccount, "resources">): Record<string, number> =>
	Object.fromEntries(Object.entries(resources).map(([key, { used }]) => [key, used]));

/** 203.0.113.0/24 is reserved for examples (RFC 5737). */
function addressOf(account: string): string {
	const [host = 0] = sha256(new TextEncoder().encode(account));
	return `203.0.113.${1 + (host % 254)}`;
}
