import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { lossesOf } from "~/features/registrar-accounts/cost-problems";
import { createRegistrarAccounts } from "~/features/registrar-accounts/registrar-accounts.server";
import { DAY, HOUR } from "~/lib/durations";
import type { Balance, ExtensionCosts } from "~/platform/registrar/costs";
import type { AccountAtRegistrar } from "~/platform/registrar/registrar";
import { testServices } from "../support/factories";
import { deleteStaffEmails } from "../support/registrar-orders";

const start = Date.UTC(2026, 10, 23, 2, 23);

beforeEach(async () => {
	for (const table of ["registrar_accounts", "registrar_costs", "inbox_messages"])
		await env.DB.exec(`delete from ${table}`);
	await deleteStaffEmails();
});

/** A registrar whose prices and balance the test sets. Null: it does not answer. */
function aWorld({ tlds = ["*"], rates = {} }: { tlds?: string[]; rates?: Record<string, number> } = {}) {
	const state = {
		now: start,
		costs: [{ ...com }] as ExtensionCosts[] | null,
		balance: { amount: 20_000, currency: "USD" } as Balance | null,
	};
	const answer = async <T>(value: T | null): Promise<T> => {
		if (value === null) throw new Error("no answer");
		return value;
	};
	const account: AccountAtRegistrar = {
		...{ id: "openprovider", tlds },
		costs: () => answer(state.costs),
		balance: () => answer(state.balance),
	};
	const registrar = { accounts: () => [account] };
	const services = testServices({
		clock: () => state.now,
		registrar: { ...testServices().registrar, accounts: () => [account] },
	});
	const accounts = createRegistrarAccounts({
		...{ db: createDatabase(env.DB), clock: () => state.now, registrar },
		rates: new Map(Object.entries(rates)),
		lowBalances: new Map([["openprovider", 10_000]]),
	});
	const pass = (ms: number) => {
		state.now += ms;
	};
	return { state, accounts, services, pass };
}

const com: ExtensionCosts = { tld: "com", currency: "USD", register: 900, renew: 950, transfer: 900, restore: 8_000 };

/** Emails to staff, newest first. */
async function emails(services: ReturnType<typeof aWorld>["services"]) {
	const found = await env.DB.prepare(
		"select id from outbox where kind = 'mail.staff-task' and state = 'new' order by id desc",
	).all<{ id: string }>();
	for (const { id } of found.results) await services.outbox.deliver(id);
	return Promise.all(((await services.inbox?.list()) ?? []).slice(0, found.results.length));
}

test("prices are imported once a day, and a change ends the previous ones", async () => {
	const { state, accounts, pass } = aWorld();
	await Promise.all([accounts.importCosts(), accounts.importCosts()]);
	const everything = ["register", "renew", "transfer", "restore"];
	expect(await accounts.costs()).toMatchObject([{ ...com, since: start, previous: null, operations: everything }]);
	state.costs = [{ ...com, renew: 980 }];
	pass(3 * HOUR);
	await accounts.importCosts();
	expect(await accounts.history("openprovider", "com")).toHaveLength(1);
	pass(21 * HOUR);
	await accounts.importCosts();
	const changedAt = start + DAY;
	expect(await accounts.costs()).toMatchObject([
		{ renew: 980, since: changedAt, previous: { renew: 950, since: start, until: changedAt } },
	]);
	pass(DAY);
	state.costs = [{ tld: "net", currency: "USD", register: 1_000, renew: 1_000, transfer: 1_000, restore: null }];
	await accounts.importCosts();
	expect(await accounts.costs()).toMatchObject([{ tld: "net" }]);
	expect(await accounts.history("openprovider", "com")).toMatchObject([{ renew: 980, until: start + 2 * DAY }, {}]);
});

test("staff get one email when a cost rises above our price, and another one only after a change", async () => {
	const { state, accounts, services, pass } = aWorld();
	await accounts.importCosts();
	expect(await emails(services)).toEqual([]);
	// A renewal of .com costs customers $14.53, which is the lower of the two prices.
	state.costs = [{ ...com, renew: 1_500 }];
	pass(DAY);
	await Promise.all([accounts.importCosts(), accounts.importCosts()]);
	const [email, ...others] = await emails(services);
	expect(others).toEqual([]);
	expect(email?.subject).toBe("Action needed: openprovider charges more than we do for .com");
	expect(email?.text).toContain("costs USD 15.00, sold for $14.53");
	pass(DAY);
	await accounts.importCosts();
	expect(await emails(services)).toEqual([]);
	state.costs = [{ ...com, renew: 1_600 }];
	pass(DAY);
	await accounts.importCosts();
	expect(await emails(services)).toHaveLength(1);
});

test("a registrar that only holds names warns about renewals only", async () => {
	const { state, accounts, services } = aWorld({ tlds: [] });
	state.costs = [{ ...com, register: 90_000, transfer: 90_000 }];
	await accounts.importCosts();
	expect(await emails(services)).toEqual([]);
	expect(await accounts.costs()).toMatchObject([{ operations: ["renew", "restore"] }]);
});

test("costs in a currency without a rate are reported once, and compared when there is a rate", async () => {
	const euros = [{ ...com, currency: "EUR", renew: 1_500 }];
	const { state, accounts, services, pass } = aWorld();
	state.costs = euros;
	await accounts.importCosts();
	const [email] = await emails(services);
	expect(email?.text).toContain("Add a rate to COST_RATES, such as EUR=150");
	pass(DAY);
	await accounts.importCosts();
	expect(await emails(services)).toEqual([]);
	const later = aWorld({ rates: { EUR: 150 } });
	Object.assign(later.state, { costs: euros, now: state.now + DAY });
	await later.accounts.importCosts();
	expect((await emails(later.services))[0]?.text).toContain("costs EUR 15.00, sold for $14.53");
});

test("health shows prices that could not be imported for three days, and an empty answer ends none", async () => {
	const { state, accounts, services, pass } = aWorld();
	const stateOf = async (name: string) => {
		await services.uptime.check();
		return (await services.health.report()).dependencies.find((one) => one.name === name);
	};
	await accounts.importCosts();
	for (const answer of [null, []]) {
		state.costs = answer;
		pass(DAY);
		await expect(accounts.importCosts()).rejects.toThrow("did not answer");
	}
	expect(await stateOf("Costs: openprovider")).toMatchObject({ state: "working", isNeeded: false });
	pass(DAY + HOUR);
	expect(await stateOf("Costs: openprovider")).toMatchObject({ state: "failing", reason: "late" });
	expect(await accounts.states()).toMatchObject([{ hasStaleCosts: true, costsAt: start }]);
	expect(await accounts.costs()).toMatchObject([com]);
	state.costs = [com];
	await accounts.importCosts();
	pass(HOUR);
	expect(await stateOf("Costs: openprovider")).toMatchObject({ state: "working" });
});

test("a registrar that never delivered prices is shown after three days, too", async () => {
	const { state, accounts, pass } = aWorld();
	state.costs = null;
	await expect(accounts.importCosts()).rejects.toThrow("did not answer");
	await accounts.checkCosts("openprovider");
	pass(3 * DAY + 1);
	await expect(accounts.checkCosts("openprovider")).rejects.toThrow("openprovider delivered no prices");
});

test("a low balance is one email a day and shown in health until the account is topped up", async () => {
	const { state, accounts, services, pass } = aWorld();
	await accounts.readBalances();
	await accounts.checkBalance("openprovider");
	expect(await emails(services)).toEqual([]);
	state.balance = { amount: 9_999, currency: "USD" };
	for (let hour = 0; hour < 3; hour += 1) {
		pass(HOUR);
		await Promise.all([accounts.readBalances(), accounts.readBalances()]);
	}
	const [email, ...others] = await emails(services);
	expect(others).toEqual([]);
	expect(email?.subject).toBe("Action needed: Top up our account at openprovider");
	expect(email?.text).toMatch(/USD 99\.99[\s\S]*USD 100\.00/);
	await expect(accounts.checkBalance("openprovider")).rejects.toThrow("The balance at openprovider is low");
	expect(await accounts.states()).toMatchObject([{ balance: { amount: 9_999, isLow: true, limit: 10_000 } }]);
	pass(DAY);
	await accounts.readBalances();
	expect(await emails(services)).toHaveLength(1);
	state.balance = { amount: 10_000, currency: "USD" };
	pass(HOUR);
	await accounts.readBalances();
	await accounts.checkBalance("openprovider");
});

test("the stand-in has prices below ours and enough money", async () => {
	const services = testServices({ clock: () => start });
	await services.registrarAccounts.importCosts();
	await services.registrarAccounts.readBalances();
	const costs = await services.registrarAccounts.costs();
	expect(costs.length).toBeGreaterThan(20);
	expect(costs.flatMap((cost) => lossesOf(cost, new Map()))).toEqual([]);
	await services.registrarAccounts.checkBalance("sandbox");
});
