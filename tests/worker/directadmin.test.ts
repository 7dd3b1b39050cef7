import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { hostingPlans, jobs } from "~/db/schema";
import { HOUR, MINUTE } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { readConfig } from "~/platform/config";
import { chooseHostingPanel, panelOrigins } from "~/platform/hosting/choose-hosting-panel";
import { directAdminProblems } from "~/platform/hosting/directadmin/check";
import { createDirectAdminServer } from "~/platform/hosting/directadmin/directadmin";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { createHostingServers } from "~/platform/hosting/servers/hosting-servers";
import { createDirectAdminService } from "../services/directadmin";
import type { Fault } from "../services/faults";
import { createWhmService } from "../services/whm";
import { aPendingPayment, quietServices } from "../support/orders";

const db = createDatabase(env.DB);
const token = "L0ginKey+of/the=tests";
const plan = { plan: "shared-business", resources: {}, email: "amina@example.com" };
const succeeded = { state: "succeeded" };
let next = 1;

/** A DirectAdmin server with its own name, its adapter, and a panel of this one server. */
function aServer({
	given = token,
	clock = Date.now,
	...options
}: Partial<Parameters<typeof createDirectAdminService>[0]> & { readonly given?: string } = {}) {
	const name = `da${next++}`;
	const service = createDirectAdminService({ host: `${name}.kikoa.test`, token, clock, ...options });
	const fetch = ((url: string, init: RequestInit) => service.fetch(new Request(url, init))) as typeof globalThis.fetch;
	const timeouts = { usual: 100, long: 100 };
	const adapter = createDirectAdminServer({ host: service.host, user: "kikoa", token: given, clock, fetch, timeouts });
	const server = { name, capacity: 10, closed: false, temporaryDomain: service.host, panel: adapter.panel };
	return { name, service, adapter, panel: createHostingServers({ db, clock, servers: [server] }) };
}

/** Creates an account. Returns its id, and its name on the server. */
async function anAccount(panel: HostingPanel) {
	const account = createId("hst");
	const made = await panel.create({ account, ...plan });
	if (made.state === "failed") throw new Error(made.message);
	return { account, user: made.ref.split("/")[1] ?? "", ip: made.ip };
}

test("a new account has its package, a first domain and a password that nobody knows, and the address of the server", async () => {
	const { panel, service } = aServer();
	const { account, user, ip } = await anAccount(panel);
	expect(service.accounts.get(user)).toMatchObject({
		domain: `${user}.${service.host}`,
		package: "shared-business",
		email: "amina@example.com",
		password: expect.stringMatching(/.{20}/),
	});
	expect(ip).toBe("192.0.2.30");
	expect(await panel.create({ account, ...plan })).toMatchObject({ state: "succeeded" });
	expect(service.called().filter((name) => name === "ACCOUNT_USER")).toHaveLength(1);
	for (const { url, parameters } of service.calls) if ("passwd" in parameters) expect(new URL(url).search).toBe("");
});

test("a suspension has its reason, is not lifted by a repeated call, and is lifted once", async () => {
	const { panel, service } = aServer();
	const { account, user } = await anAccount(panel);
	const reason = () => service.accounts.get(user)?.suspendReason;
	expect(await panel.suspend(account, "Not paid since 2026-11-20")).toEqual(succeeded);
	expect(await panel.suspend(account, "Not paid since 2026-11-20")).toEqual(succeeded);
	expect(reason()).toBe("Not paid since 2026-11-20");
	expect(await panel.unsuspend(account)).toEqual(succeeded);
	expect(await panel.unsuspend(account)).toEqual(succeeded);
	expect(reason()).toBeNull();
});

test("a suspension whose answer was lost counts as done", async () => {
	const { panel, service } = aServer();
	const { account, user } = await anAccount(panel);
	service.fault("lost", "SELECT_USERS");
	await expect(panel.suspend(account, "Not paid")).rejects.toThrow();
	expect(await panel.suspend(account, "Not paid")).toEqual(succeeded);
	expect(service.accounts.get(user)?.suspendReason).toBe("Not paid");
});

test("an account changes its package, domain and password, and is removed once", async () => {
	const { panel, service } = aServer();
	const { account, user } = await anAccount(panel);
	const change = { ...plan, account, plan: "shared-pro" };
	expect(await panel.changePackage(change)).toEqual(succeeded);
	expect(await panel.changePackage({ ...change, plan: "unknown" })).toMatchObject({
		state: "failed",
		retryable: false,
		message: expect.stringContaining("Error with package: The package unknown does not exist"),
	});
	expect(await panel.setDomain(account, "duka.co.ke")).toEqual(succeeded);
	expect(service.calls.find(({ name }) => name === "CHANGE_DOMAIN")?.as).toBe(user);
	expect(await panel.changePassword(account, "weak password")).toMatchObject({ code: "weak_password" });
	expect(await panel.changePassword(account, "Nne 7 tembo wawili")).toEqual(succeeded);
	expect(service.accounts.get(user)).toMatchObject({
		...{ package: "shared-pro", domain: "duka.co.ke", password: "Nne 7 tembo wawili" },
	});
	for (let round = 0; round < 2; round += 1) expect(await panel.terminate(account)).toEqual(succeeded);
	expect(service.accounts.size).toBe(0);
});

test("a sign-in link is the account's own, works only at the server's address, and carries no key", async () => {
	const { panel, service } = aServer();
	const { account, user } = await anAccount(panel);
	const link = await panel.signInLink(account);
	expect(link).toMatchObject({ state: "succeeded", url: expect.stringContaining(`https://${service.host}:2222/`) });
	expect(JSON.stringify(link)).toContain(user);
	expect(JSON.stringify(link)).not.toContain(token);
	const other = aServer({ ownName: "elsewhere.example" });
	await expect(other.panel.signInLink((await anAccount(other.panel)).account)).rejects.toThrow("a link to");
});

test("a domain has a certificate once the server has one that browsers accept", async () => {
	const { panel, service } = aServer();
	const { account, user } = await anAccount(panel);
	const domain = `${user}.${service.host}`;
	expect(await panel.hasCertificate(account, domain)).toBe(false);
	service.certify(user, { selfSigned: true });
	expect(await panel.hasCertificate(account, domain)).toBe(false);
	service.certify(user, { days: -1 });
	expect(await panel.hasCertificate(account, domain)).toBe(false);
	service.certify(user);
	expect(await panel.hasCertificate(account, domain)).toBe(true);
});

test("usage of one account and of a whole server is in the plans' units", async () => {
	const { panel, service, name } = aServer();
	const { account, user } = await anAccount(panel);
	const row = service.accounts.get(user);
	if (row) row.usage = { quota: "31744.0 / unlimited", bandwidth: "512", vdomains: "2 / 10", nemails: "3", mysql: "1" };
	const used = { disk: 31, bandwidth: 0.5, domains: 2, emailAccounts: 3, databases: 1 };
	expect(await panel.usage(account)).toMatchObject(used);
	expect(await panel.usageOfServer(name, 0)).toMatchObject({ accounts: [{ account, used }], more: false });
	expect(await panel.usageOfServer(name, 1)).toEqual({ accounts: [], more: false });
	service.accounts.clear();
	expect(await panel.usage(account)).toBeNull();
});

/** Asks for the last backup every ten minutes until it has ended. Returns the answer, and the minutes that it took. */
async function lastBackup(panel: HostingPanel, account: string, wait: (ms: number) => void) {
	let answer = await panel.backUp(account, null);
	let minutes = 0;
	while (answer.state === "running" && minutes < 600) {
		minutes += 10;
		wait(10 * MINUTE);
		answer = await panel.backUp(account, answer.ref);
	}
	return { answer, minutes };
}

test("the last backup is complete when its file no longer grows, whatever older backups the server has", async () => {
	let now = Date.now();
	const { panel, service } = aServer({ clock: () => now });
	const { account, user } = await anAccount(panel);
	const old = { size: 300_000_000, startedAt: now - 90 * 24 * HOUR, minutes: 5 };
	service.backups.set(`/admin_backups/user.kikoa.${user}.tar.zst`, old);
	service.backups.set(`/admin_backups/kikoa-final-${user}-1/user.kikoa.${user}.tar.zst`, old);
	const { answer, minutes } = await lastBackup(panel, account, (ms) => {
		now += ms;
	});
	expect(answer).toEqual(succeeded);
	expect(minutes).toBe(40);
});

test("two checks of a backup in the same moment do not make it complete", async () => {
	let now = Date.now();
	const { panel } = aServer({ clock: () => now });
	const { account } = await anAccount(panel);
	let answer = await panel.backUp(account, null);
	now += 10 * MINUTE;
	for (let check = 0; check < 3; check += 1)
		if (answer.state === "running") answer = await panel.backUp(account, answer.ref);
	expect(answer.state).toBe("running");
});

test("a backup has failed if its file is missing or still grows after six hours", async () => {
	for (const options of [{ isBroken: true }, { backupMinutes: 24 * 60 }]) {
		let now = Date.now();
		const { panel } = aServer({ clock: () => now, ...options });
		const { account } = await anAccount(panel);
		const { answer, minutes } = await lastBackup(panel, account, (ms) => {
			now += ms;
		});
		expect(answer).toMatchObject({ state: "failed", retryable: true });
		expect(minutes).toBe(360);
	}
});

test("wrong credentials, missing rights and servers that do not answer are thrown, and problems are explained", async () => {
	const products = ["shared-business", "shared-pro"];
	const problems = (options: Parameters<typeof aServer>[0]) => {
		const { adapter, service } = aServer(options);
		return directAdminProblems(service.host, adapter, products);
	};
	await expect(aServer({ given: "wrong" }).panel.probe()).rejects.toThrow("HTTP 200 without an answer");
	const limited = aServer({ allowed: ["LOGIN_TEST", "SHOW_USERS", "SHOW_RESELLER_IPS"] });
	await expect(limited.panel.create({ account: createId("hst"), ...plan })).rejects.toThrow("permission");
	expect(await problems({})).toEqual([]);
	expect(await problems({ given: "wrong" })).toEqual([expect.stringContaining("login key")]);
	expect(await problems({ packages: ["shared-pro"] })).toEqual([expect.stringContaining("shared-business")]);
	expect(await problems({ allowed: ["LOGIN_TEST", "PACKAGES_USER"] })).toEqual([
		expect.stringContaining("SHOW_RESELLER_IPS"),
	]);
});

const faults: Fault[] = ["refuse", "error", "silent", "lost", "late"];

test.each(faults)("a paid plan gets one account if the call that creates it fails: %s", async (fault) => {
	let now = Date.now();
	const clock = () => now;
	const { panel, service, name } = aServer({ clock });
	const services = quietServices({ clock, hostingPanel: panel });
	const items = [{ key: "h", productId: "shared-business", term: "annual", quantity: 1 } as const];
	const order = await aPendingPayment(services, { items });
	await services.sandbox?.answer(order.ref, "approve");
	service.fault(fault, "ACCOUNT_USER");
	await services.orders.sweepJobs();
	await service.finishLate();
	for (let round = 0; round < 3; round += 1) {
		now += 5 * MINUTE;
		await services.orders.sweepJobs();
	}
	const [job] = await db.read(db.orm.select().from(jobs).where(eq(jobs.orderId, order.orderId)));
	expect(job).toMatchObject({ state: "done", externalRef: expect.stringContaining(name) });
	const [row] = await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.userId, order.user.id)));
	expect(row).toMatchObject({ status: "active", ip: "192.0.2.30" });
	expect(service.accounts.size).toBe(1);
});

test("servers with WHM and with DirectAdmin work side by side, each with its own token", async () => {
	const whm = createWhmService({ host: "web1.kikoa.co.ke", token: "ABC123" });
	const directAdmin = createDirectAdminService({ host: "da1.kikoa.co.ke", token });
	const config = readConfig({
		...env,
		HOSTING: "servers",
		HOSTING_SERVERS: JSON.stringify([
			{ name: "side-whm", panel: "whm", host: whm.host, user: "kikoa", capacity: 1 },
			{ name: "side-da", panel: "directadmin", host: directAdmin.host, user: "kikoa", capacity: 1 },
		]),
		HOSTING_TOKENS: `side-whm=ABC123 side-da=${token}`,
		HOSTING_KEPT_DAYS: "30",
	});
	expect(panelOrigins(config)).toEqual(["https://web1.kikoa.co.ke:2083", "https://da1.kikoa.co.ke:2222"]);
	const fetch = ((url: string, init: RequestInit) => {
		const { fetch } = new URL(url).hostname === whm.host ? whm : directAdmin;
		return fetch(new Request(url, init));
	}) as typeof globalThis.fetch;
	const sandbox = () => {
		throw new Error("the sandbox is not configured");
	};
	const panel = chooseHostingPanel(config, { db, clock: Date.now, sandbox, fetch });
	await anAccount(panel);
	await anAccount(panel);
	await panel.probe();
	expect([whm.accounts.size, directAdmin.accounts.size]).toEqual([1, 1]);
});
