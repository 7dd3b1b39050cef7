import { expect, test } from "vitest";
import { MINUTE } from "~/lib/durations";
import { createId } from "~/lib/ids";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import { whmProblems } from "~/platform/hosting/whm/check";
import { aWhmServer, whmPanel } from "../support/whm";

const plan = { plan: "shared-business", resources: {}, email: "amina@example.com" };

/** Creates an account. Returns its id, and its name on the server. */
async function anAccount(panel: HostingPanel) {
	const account = createId("hst");
	const made = await panel.create({ account, ...plan });
	if (made.state === "failed") throw new Error(made.message);
	const [server = "", user = ""] = made.ref.split("/");
	return { account, server, user, ip: made.ip };
}

const temporary = { state: "failed", retryable: true };
const final = { state: "failed", retryable: false };
const succeeded = { state: "succeeded" };

test("a new account has a name that cPanel accepts, its package, and a first domain below the server's", async () => {
	const { panel, whm, name } = whmPanel();
	const { server, user, ip } = await anAccount(panel);
	expect(server).toBe(name);
	expect(user).toMatch(/^h[a-z2-7]{7}$/);
	expect(whm.accounts.get(user)).toMatchObject({
		domain: `${user}.${whm.host}`,
		plan: "shared-business",
		email: "amina@example.com",
	});
	// The account's own address, which the answer of createacct doesn't have.
	expect(ip).toBe("192.0.2.20");
});

test("every call names version 1 of the API and has its parameters in the body, and no password is asked for", async () => {
	const { panel, whm } = whmPanel();
	const { account } = await anAccount(panel);
	await panel.changePassword(account, "nne 7 tembo wawili");
	expect(whm.calls.length).toBeGreaterThan(3);
	for (const { url, parameters } of whm.calls) {
		expect(parameters["api.version"]).toBe("1");
		expect(new URL(url).search).toBe("");
	}
	const created = whm.calls.find((call) => call.name === "createacct");
	expect(created?.parameters).toMatchObject({ showpass: "n" });
	expect(created?.parameters).not.toHaveProperty("password");
});

test("a repeated create finds the account and creates no other", async () => {
	const { panel, whm } = whmPanel();
	const { account, user, ip } = await anAccount(panel);
	const again = await panel.create({ account, ...plan });
	expect(again).toMatchObject({ state: "succeeded", ip, ref: expect.stringContaining(`/${user}`) });
	expect([...whm.accounts.keys()]).toEqual([user]);
	expect(whm.called().filter((name) => name === "createacct")).toHaveLength(1);
});

test.each(["lost", "error", "silent", "refuse"] as const)(
	"a create whose call is answered with %s is repeated and gives one account",
	async (fault) => {
		const { panel, whm } = whmPanel();
		const account = createId("hst");
		whm.fault(fault, "createacct");
		await expect(panel.create({ account, ...plan })).rejects.toThrow();
		expect(await panel.create({ account, ...plan })).toMatchObject(succeeded);
		expect(await panel.create({ account, ...plan })).toMatchObject(succeeded);
		expect(whm.accounts.size).toBe(1);
	},
);

test("an account that the server creates after we gave up is found, before and after the next attempt", async () => {
	const { panel, whm } = whmPanel();
	const account = createId("hst");
	whm.fault("late", "createacct");
	await expect(panel.create({ account, ...plan })).rejects.toThrow(/timeout|aborted/i);
	await whm.finishLate();
	expect(await panel.create({ account, ...plan })).toMatchObject(succeeded);

	const other = createId("hst");
	whm.fault("late", "createacct");
	await expect(panel.create({ account: other, ...plan })).rejects.toThrow();
	expect(await panel.create({ account: other, ...plan })).toMatchObject(succeeded);
	await whm.finishLate();
	expect(whm.accounts.size).toBe(2);
});

test("a name that exists but is not listed yet is asked for again later, not replaced", async () => {
	const { panel, whm } = whmPanel();
	const account = createId("hst");
	whm.refuse("createacct", "(XID 5wsj8e) This system already has an account named “x”. at /usr/x.pm line 601.");
	expect(await panel.create({ account, ...plan })).toMatchObject({
		...temporary,
		message: `${whm.host}: This system already has an account named “x”.`,
	});
	expect(await panel.create({ account, ...plan })).toMatchObject(succeeded);
	expect(whm.accounts.size).toBe(1);
});

test("a name that a stranger's account has is replaced, and the stranger's account stays as it is", async () => {
	const { panel, whm } = whmPanel();
	const account = createId("hst");
	whm.fault("error", "createacct");
	await expect(panel.create({ account, ...plan })).rejects.toThrow();
	const taken = whm.calls.at(-1)?.parameters.search ?? "";
	const stranger = { ...(await strangerOn(whm)), user: taken };
	whm.accounts.clear();
	whm.accounts.set(taken, stranger);
	expect(await panel.changePassword(account, "nne 7 tembo wawili")).toMatchObject(temporary);
	expect(await panel.create({ account, ...plan })).toMatchObject(temporary);
	const made = await panel.create({ account, ...plan });
	expect(made).toMatchObject({ state: "succeeded", ref: expect.not.stringContaining(taken) });
	expect(await panel.terminate(account)).toEqual(succeeded);
	expect([...whm.accounts.values()]).toEqual([stranger]);
});

/** An account that staff created by hand. */
async function strangerOn(whm: ReturnType<typeof whmPanel>["whm"]) {
	const { panel, whm: elsewhere } = whmPanel();
	const { user } = await anAccount(panel);
	const made = elsewhere.accounts.get(user);
	if (!made) throw new Error(`no account on ${whm.host}`);
	return { ...made, domain: "stranger.co.ke" };
}

test("a refusal says what staff have to create by hand, and staff's account is then used", async () => {
	const { panel, whm, name } = whmPanel([{ packages: [] }]);
	const account = createId("hst");
	const refused = await panel.create({ account, ...plan });
	expect(refused).toMatchObject(final);
	const message = refused.state === "failed" ? refused.message : "";
	const [, user = "", domain = ""] = new RegExp(`on ${name}, as (\\w+), for (\\S+)$`).exec(message) ?? [];
	expect(message).toMatch(/^web\d+\.kikoa\.test: The package “shared-business” does not exist\./);
	expect(await panel.signInLink(account)).toMatchObject(temporary);
	whm.accounts.set(user, { ...(await strangerOn(whm)), user, domain });
	expect(await panel.signInLink(account)).toMatchObject(succeeded);
});

test("wrong credentials, a missing privilege or an answer of another form throw, and no error has the token", async () => {
	const { adapter } = aWhmServer({ given: "WR0NG" });
	const thrown = await adapter.panel.find("x").catch(String);
	expect(thrown).toMatch(/listaccts: HTTP 403 Access denied$/);
	expect(thrown).not.toContain("WR0NG");
	const { panel, whm } = whmPanel();
	const { account } = await anAccount(panel);
	whm.refuse("suspendacct", "Permission denied");
	await expect(panel.suspend(account, "unpaid")).rejects.toThrow(`${whm.host} suspendacct: Permission denied`);
	whm.fault("error", "suspendacct");
	await expect(panel.suspend(account, "unpaid")).rejects.toThrow("HTTP 500 without an answer of API 1");
});

test("a reason leaves out email addresses, and only a temporary one is tried again", async () => {
	const { panel, whm } = whmPanel();
	const { account } = await anAccount(panel);
	whm.refuse("changepackage", "(XID abc123) Invalid contact email amina@example.com");
	const change = { account, plan: "shared-pro", resources: {} };
	expect(await panel.changePackage(change)).toEqual({
		...final,
		message: `${whm.host}: Invalid contact email [email]`,
	});
	whm.refuse("changepackage", "The system timed out while it waited for a lock");
	expect(await panel.changePackage(change)).toMatchObject(temporary);
	expect(await panel.changePackage(change)).toEqual(succeeded);
});

test("a domain replaces the first one, and removing it brings the first one back", async () => {
	const { panel, whm } = whmPanel();
	const { account, user } = await anAccount(panel);
	expect(await panel.setDomain(account, "duka.co.ke")).toEqual(succeeded);
	expect(whm.accounts.get(user)?.domain).toBe("duka.co.ke");
	const before = whm.calls.length;
	expect(await panel.setDomain(account, "duka.co.ke")).toMatchObject(succeeded);
	expect(whm.called().slice(before)).not.toContain("modifyacct");
	expect(await panel.setDomain(account, null)).toEqual(succeeded);
	expect(whm.accounts.get(user)?.domain).toBe(`${user}.${whm.host}`);
});

test("a domain of another account on the server is refused for good", async () => {
	const { panel, whm } = whmPanel();
	const [one, other] = [await anAccount(panel), await anAccount(panel)];
	await panel.setDomain(one.account, "duka.co.ke");
	expect(await panel.setDomain(other.account, "duka.co.ke")).toEqual({
		...final,
		message: `${whm.host}: The domain “duka.co.ke” already exists in the Apache configuration.`,
	});
});

test("a domain counts as certified with a valid certificate that is not self-signed", async () => {
	const { panel, whm } = whmPanel();
	const { account, user } = await anAccount(panel);
	await panel.setDomain(account, "duka.co.ke");
	const certified = () => panel.hasCertificate(account, "duka.co.ke");
	expect(await certified()).toBe(false);
	whm.certify(user, { selfSigned: true });
	expect(await certified()).toBe(false);
	whm.certify(user, { days: -1 });
	expect(await certified()).toBe(false);
	whm.certify(user);
	expect(await certified()).toBe(true);
	expect(await panel.hasCertificate(createId("hst"), "duka.co.ke")).toBe(false);
});

test("a suspension keeps its reason, stops sign-ins, and both changes can be repeated", async () => {
	const { panel, whm } = whmPanel();
	const { account, user } = await anAccount(panel);
	for (const _ of [1, 2]) expect(await panel.suspend(account, "INV-2026-7 is unpaid")).toEqual(succeeded);
	expect(whm.accounts.get(user)?.suspendReason).toBe("INV-2026-7 is unpaid");
	expect(await panel.signInLink(account)).toMatchObject(final);
	expect(await panel.changePassword(account, "nne 7 tembo wawili")).toMatchObject(final);
	for (const _ of [1, 2]) expect(await panel.unsuspend(account)).toEqual(succeeded);
	expect(whm.accounts.get(user)?.suspendReason).toBeNull();
});

test("a password that the server finds too weak is refused as such", async () => {
	const { panel, whm } = whmPanel();
	const { account, user } = await anAccount(panel);
	expect(await panel.changePassword(account, "tembo wawili")).toMatchObject({ ...final, code: "weak_password" });
	expect(await panel.changePassword(account, "nne 7 tembo wawili")).toEqual(succeeded);
	expect(whm.accounts.get(user)?.password).toBe("nne 7 tembo wawili");
});

test("a sign-in link leads to cPanel on the account's server, and never elsewhere", async () => {
	const { panel, whm } = whmPanel();
	const { account, user } = await anAccount(panel);
	const link = await panel.signInLink(account);
	expect(link.state === "succeeded" && link.url).toMatch(
		new RegExp(`^https://${whm.host}:2083/cpsess\\d+/login/\\?session=${user}`),
	);
	const misnamed = whmPanel([{ ownName: "server.example.com" }]);
	const { account: other } = await anAccount(misnamed.panel);
	await expect(misnamed.panel.signInLink(other)).rejects.toThrow("a link to https://server.example.com:2083");
});

test("a backup is started once and finished later, and a failed one is reported", async () => {
	const { panel, whm } = whmPanel();
	const { account, user } = await anAccount(panel);
	const started = await panel.backUp(account, null);
	expect(started).toEqual({ state: "running", ref: expect.stringContaining(user) });
	const ref = started.state === "running" ? started.ref : "";
	expect(await panel.backUp(account, ref)).toEqual({ state: "running", ref });
	whm.backups.set(ref, "FAILED");
	expect(await panel.backUp(account, ref)).toMatchObject(temporary);
	whm.backups.set(ref, "COMPLETED");
	expect(await panel.backUp(account, ref)).toEqual(succeeded);
	expect(whm.called().filter((name) => name === "start_background_pkgacct")).toHaveLength(1);
	whm.refuse("start_background_pkgacct", "Permission denied");
	await expect(panel.backUp(account, null)).rejects.toThrow("Permission denied");
	whm.accounts.clear();
	expect(await panel.backUp(account, null), "there is nothing to back up").toEqual(succeeded);
});

test("termination removes the account once, also if its answer is lost, and frees its place", async () => {
	const { panel, whm } = whmPanel([{ capacity: 1 }]);
	const { account, user } = await anAccount(panel);
	expect(await panel.create({ account: createId("hst"), ...plan })).toMatchObject(temporary);
	whm.fault("lost", "removeacct");
	await expect(panel.terminate(account)).rejects.toThrow();
	for (const _ of [1, 2]) expect(await panel.terminate(account)).toEqual(succeeded);
	expect(whm.calls.find(({ name }) => name === "removeacct")?.parameters).toMatchObject({ username: user });
	expect(whm.accounts.size).toBe(0);
	await anAccount(panel);
});

test("an account that may still be created is not given up before ten minutes", async () => {
	let now = Date.now();
	const { panel, whm } = whmPanel([{}], () => now);
	const account = createId("hst");
	whm.fault("late", "createacct");
	await expect(panel.create({ account, ...plan })).rejects.toThrow();
	expect(await panel.terminate(account)).toMatchObject(temporary);
	await whm.finishLate();
	expect(await panel.terminate(account)).toEqual(succeeded);
	expect(whm.accounts.size).toBe(0);

	const never = createId("hst");
	whm.fault("error", "createacct");
	await expect(panel.create({ account: never, ...plan })).rejects.toThrow();
	now += 10 * MINUTE;
	expect(await panel.terminate(never)).toEqual(succeeded);
	expect(await panel.terminate(createId("hst")), "never created").toEqual(succeeded);
});

test("the usage of an account is in the units of our plans, without figures that the server does not have", async () => {
	const { panel, whm } = whmPanel();
	const { account, user } = await anAccount(panel);
	const found = whm.accounts.get(user);
	if (!found) throw new Error("no account");
	found.usage = { disk_usage: 3.26 * 1024 ** 3, bandwidth: 0, addon_domains: 2, email_accounts: 7, forwarders: null };
	expect(await panel.usage(account)).toEqual({
		...{ disk: 3.3, storage: 3.3, bandwidth: 0, domains: 3, emailAccounts: 7, accounts: 7 },
	});
	expect(await panel.usage(createId("hst"))).toBeNull();
	whm.accounts.clear();
	expect(await panel.usage(account)).toBeNull();
});

test("the usage of a server is read in pages and leaves out accounts of others and those not measured", async () => {
	const { panel, whm, name } = whmPanel();
	const [one, two] = [await anAccount(panel), await anAccount(panel)];
	const [first, second] = [one, two].map(({ user }) => whm.accounts.get(user));
	if (!first || !second) throw new Error("no accounts");
	first.diskUsed = 5_120;
	second.diskUsed = null;
	for (let index = 0; index < 250; index += 1) {
		const user = `z${String(index).padStart(7, "0")}`;
		whm.accounts.set(user, { ...first, user });
	}
	const pages = [await panel.usageOfServer(name, 0), await panel.usageOfServer(name, 1)];
	expect(pages.map(({ more }) => more)).toEqual([true, false]);
	expect(pages.flatMap(({ accounts }) => accounts)).toEqual([{ account: one.account, used: { disk: 5, storage: 5 } }]);
	await expect(panel.usageOfServer("web0", 0)).rejects.toThrow("web0 is not in HOSTING_SERVERS");
});

test("new accounts go to the open server with the most free places", async () => {
	const { panel, all, again } = whmPanel([{ capacity: 2 }, { capacity: 4 }, { capacity: 9, closed: true }]);
	const placed: (string | undefined)[] = [];
	for (let index = 0; index < 6; index += 1) placed.push((await anAccount(panel)).server);
	const [small, large, closed] = all.map(({ name }) => name);
	expect(placed).toEqual([large, large, small, large, small, large]);
	expect(await panel.create({ account: createId("hst"), ...plan })).toMatchObject({
		...temporary,
		message: "No hosting server has a free place for shared-business: add one, or raise a capacity",
	});
	expect((await anAccount(again([{}, {}, { closed: false }]))).server).toBe(closed);
	expect(await panel.servers()).toEqual([small, large, closed]);
});

test("an account goes to a server for its plan, however many places the others have", async () => {
	const { panel, all, again } = whmPanel([
		{ capacity: 9, packages: ["shared-pro"] },
		{ capacity: 1, packages: ["shared-business"] },
	]);
	const [large, small] = all.map(({ name }) => name);
	const limited = again([{ plans: ["shared-pro"] }, { plans: ["shared-business"] }]);
	expect((await anAccount(limited)).server).toBe(small);
	const full = await limited.create({ account: createId("hst"), ...plan });
	expect(full).toMatchObject({ ...temporary, message: expect.stringContaining("for shared-business") });
	const made = await limited.create({ account: createId("hst"), ...plan, plan: "shared-pro" });
	expect(made).toMatchObject({ state: "succeeded", ref: expect.stringContaining(`${large}/`) });
	// Without the limit, the order goes to the server that has no package for it.
	expect(await panel.create({ account: createId("hst"), ...plan })).toMatchObject({ state: "failed" });
});

test("an account stays on its server when that closes, and fails loudly when it is taken out of the settings", async () => {
	const { panel, again, all } = whmPanel([{}, { capacity: 1 }]);
	const { account, server } = await anAccount(panel);
	expect(server).toBe(all[0]?.name);
	const closed = again([{ closed: true, capacity: 0 }]);
	expect(await closed.create({ account, ...plan })).toMatchObject(succeeded);
	expect(await closed.suspend(account, "unpaid")).toEqual(succeeded);
	const gone = again([{ name: "another" }]);
	await expect(gone.unsuspend(account)).rejects.toThrow(`The hosting server ${server} of ${account} is not in`);
});

test("ten orders at once never take more places than there are", async () => {
	const { panel, whm } = whmPanel([{ capacity: 3 }]);
	const answers = await Promise.all(
		Array.from({ length: 10 }, () => panel.create({ account: createId("hst"), ...plan })),
	);
	expect(answers.filter(({ state }) => state === "succeeded")).toHaveLength(3);
	expect(whm.accounts.size).toBe(3);
});

test("two runs of one job create one account", async () => {
	const { panel, whm } = whmPanel([{}, {}]);
	const account = createId("hst");
	const answers = await Promise.all([1, 2, 3].map(() => panel.create({ account, ...plan })));
	expect(answers.some(({ state }) => state === "succeeded")).toBe(true);
	expect(await panel.create({ account, ...plan })).toMatchObject(succeeded);
	expect(whm.accounts.size).toBeLessThanOrEqual(1);
});

test("an account that no server has is refused for good", async () => {
	const { panel } = whmPanel();
	const account = createId("hst");
	for (const answer of [
		await panel.setDomain(account, "duka.co.ke"),
		await panel.changePackage({ account, plan: "shared-pro", resources: {} }),
		await panel.changePassword(account, "nne 7 tembo wawili"),
		await panel.signInLink(account),
		await panel.suspend(account, "unpaid"),
	])
		expect(answer).toEqual({ ...final, message: "No hosting server has this account" });
});

test("the check asks every server and fails if one does not answer", async () => {
	const { panel, all } = whmPanel([{}, {}]);
	await panel.probe();
	expect(all.map(({ whm }) => whm.called())).toEqual([["version"], ["version"]]);
	all[1]?.whm.fault("silent", "version");
	await expect(panel.probe()).rejects.toThrow();
});

test("a token's missing privileges and the packages of a server are found", async () => {
	const { adapter } = aWhmServer({ privileges: ["list-accts", "create-acct", "edit-account"], packages: ["one"] });
	expect(await adapter.missingPrivileges()).toEqual(expect.arrayContaining(["kill-acct", "passwd"]));
	expect(await adapter.missingPrivileges()).not.toContain("list-accts");
	expect(await adapter.packages()).toEqual(["one"]);
	expect(await aWhmServer().adapter.missingPrivileges()).toEqual([]);
});

test("what is missing for a server is said with the next step", async () => {
	const problems = ({ whm, adapter }: ReturnType<typeof aWhmServer>) =>
		whmProblems(whm.host, adapter, ["shared-starter", "shared-pro"]);
	expect(await problems(aWhmServer())).toEqual([]);
	expect(await problems(aWhmServer({ given: "WR0NG" }))).toEqual([
		expect.stringMatching(/version: HTTP 403 Access denied\. The user or the token is wrong/),
	]);
	const limited = aWhmServer({ privileges: ["list-accts"], packages: ["shared-pro"] });
	expect(await problems(limited)).toEqual([
		expect.stringMatching(/^The token lacks create-acct, edit-account, .* Add them in WHM/),
		"These packages are missing: shared-starter. Create them in WHM, Packages, Add a Package",
	]);
	const silent = aWhmServer();
	silent.whm.fault("silent", "version");
	expect(await problems(silent)).toEqual([expect.stringMatching(/:2087 does not answer .* port 2087$/)]);
	const other = aWhmServer();
	other.whm.fault("error", "version");
	expect(await problems(other)).toEqual([expect.stringContaining("Another program than WHM answers")]);
});
