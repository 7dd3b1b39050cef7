import { env, exports } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { servicesContext, viewerContext } from "~/context";
import { change, log } from "~/db/change.server";
import { databaseFor } from "~/db/shards.server";
import { invitationMs, maxMembers } from "~/features/members/member";
import { projectSchema } from "~/features/projects/projects.schema";
import { actingMark, type MemberRole, memberRoles } from "~/lib/acting";
import { DAY } from "~/lib/durations";
import routes from "~/routes";
import { action as stop } from "~/routes/portal/stop-acting";
import { aClient, mailsOf } from "../support/accounts";
import { aConfirmedOwner } from "../support/domains";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { addressesOf } from "../support/route-addresses";
import { aSignedInMember } from "../support/staff";

const origin = "https://kikoa.test";
const addresses = addressesOf(await routes);

const cookieOf = (token: string) => `__Host-session=${token}`;
const viewerOf = (token: string) => testServices().sessions.viewer({ cookie: cookieOf(token) });
const ownerOf = (token: string) => {
	const { owner } = viewerOf(token);
	if (owner === null) throw new Error("no session");
	return owner;
};

let clients = 0;
const send = (path: string, token: string, init: RequestInit = {}) =>
	exports.default.fetch(
		new Request(new URL(path, origin), {
			redirect: "manual",
			...init,
			headers: {
				Cookie: cookieOf(token),
				Origin: origin,
				"CF-Connecting-IP": `10.8.${clients >> 8}.${clients++ & 255}`,
				...init.headers,
			},
		}),
	);

async function aSignedIn(user: Parameters<typeof aSession>[0]) {
	const { token } = await aSession(user);
	return { token, owner: ownerOf(token) };
}

const theAccess = async (services: ReturnType<typeof testServices>, userId: string) => {
	const [access] = await services.members.list({ userId });
	if (!access) throw new Error("no access");
	return access;
};

/** A customer whose account another customer may use, and the session in which they do. */
async function aMemberOf(role: MemberRole, password?: string) {
	const services = testServices();
	const { user, owner } = await aConfirmedOwner(services);
	const member = await aCustomer({ firstName: "Grace", lastName: "Achieng", ...(password ? { password } : {}) });
	expect(await services.members.invite(user, owner, { email: member.email, role })).toMatchObject({ ok: true });
	const { id } = await theAccess(services, user.id);
	const own = await aSignedIn(member);
	expect(await services.members.accept(own.owner, id)).toMatchObject({ ok: true });
	const opened = await services.sessions.moveTo(own.owner, id, role);
	if (!opened.ok) throw new Error(opened.error.message);
	return { services, user, owner, member, own, id, token: opened.value.token };
}

beforeEach(() => {
	// Each refusal is a line in the log.
	vi.spyOn(console, "warn").mockImplementation(() => {});
});

test("someone who is invited accepts, uses the account with their role, and goes back to their own", async () => {
	const { services, user, member, own, token } = await aMemberOf("billing");
	expect(token.startsWith(actingMark("billing"))).toBe(true);
	expect(await viewerOf(token).customer()).toMatchObject({
		id: user.id,
		confirmedAt: null,
		acting: { role: "billing", memberId: member.id, email: member.email },
	});
	expect(
		await services.sessions.viewer({ cookie: cookieOf(own.token) }).customer(),
		"one session at a time",
	).toBeNull();
	expect((await send("/dashboard", token)).status).toBe(200);
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	context.set(viewerContext, viewerOf(token));
	const back = (await stop({ context } as never)) as Response;
	expect(back.headers.get("Location")).toBe("/dashboard/account-settings/people");
	const [, ownToken = ""] = /__Host-session=([^;]+)/.exec(back.headers.get("Set-Cookie") ?? "") ?? [];
	expect(await viewerOf(ownToken).customer()).toMatchObject({ id: member.id, acting: null, confirmedAt: null });
	expect(await viewerOf(token).customer()).toBeNull();
});

test("the customer learns of the invitation's answer, and their activity names who did what", async () => {
	const { services, user, member, token } = await aMemberOf("technical");
	await services.projects.create(ownerOf(token), projectSchema.parse({ name: "Site", status: "in-progress" }));
	const { items } = await services.activity.list({ userId: user.id });
	expect(items.map(({ kind, actor, actorName }) => ({ kind, actor, actorName }))).toEqual(
		expect.arrayContaining([
			{ kind: "member.invited", actor: "customer", actorName: null },
			{ kind: "member.joined", actor: "system", actorName: null },
			{ kind: "session.member_started", actor: "member", actorName: "Grace Achieng" },
			{ kind: "project.created", actor: "member", actorName: "Grace Achieng" },
		]),
	);
	expect((await services.activity.list({ userId: user.id }, { who: "member" })).items).toHaveLength(2);
	const notifications = await services.notifications.newest({ userId: user.id }, 5);
	expect(notifications.map(({ kind }) => kind)).toContain("member.joined");
	expect(await mailsOf(user.id, "mail.account-access")).toHaveLength(1);
	const own = await services.activity.list({ userId: member.id });
	expect(own.items.map(({ kind }) => kind)).toContain("access.accepted");
	const { items: sessions } = await services.sessions.list({ userId: user.id });
	expect(sessions.map(({ device }) => device)).toContain("Grace Achieng: Unknown device");
});

test("what a member does is not said to be the customer's, also where only the account is named", async () => {
	const { user, token } = await aMemberOf("billing");
	const owner = ownerOf(token);
	const services = testServices({ db: databaseFor(env, owner) });
	await services.db.commit(
		change(
			log({ kind: "billing.updated", actor: "customer", params: {}, owner: { userId: user.id } }),
			log({ kind: "account.opened", actor: "customer", params: {}, owner: { userId: (await aCustomer()).id } }),
		),
		services.clock(),
	);
	const { items } = await services.activity.list({ userId: user.id });
	expect(items.find(({ kind }) => kind === "billing.updated")).toMatchObject({
		actor: "member",
		actorName: "Grace Achieng",
	});
	const others = await env.DB.prepare(
		"select actor from activity_log where kind = 'account.opened' order by rowid desc limit 1",
	);
	expect(await others.first("actor")).toBe("customer");
});

/** Addresses that accept a form in each role. Everything else is refused before it reaches a page. */
const writable = {
	billing: [
		"/dashboard/account-settings/billing",
		"/dashboard/confirm",
		"/dashboard/invoices/dom_abc123",
		"/dashboard/notifications",
		"/dashboard/quotes/dom_abc123",
		"/dashboard/stop",
		"/dashboard/support/dom_abc123",
		"/dashboard/support/dom_abc123/files",
		"/dashboard/support/dom_abc123/upload",
		"/dashboard/support/new",
		"/logout",
		"/orders/dom_abc123",
		"/pay/dom_abc123",
		"/sandbox/card/dom_abc123",
		"/sandbox/phone/dom_abc123",
	],
	technical: [
		"/dashboard/confirm",
		"/dashboard/domains/dom_abc123/dns",
		"/dashboard/domains/dom_abc123/dns/import",
		"/dashboard/domains/dom_abc123/dns/templates",
		"/dashboard/domains/dom_abc123/forwarding",
		"/dashboard/domains/dom_abc123/nameservers",
		"/dashboard/hosting/dom_abc123/manage",
		"/dashboard/notifications",
		"/dashboard/projects",
		"/dashboard/projects/dom_abc123/edit",
		"/dashboard/projects/dom_abc123/files",
		"/dashboard/projects/dom_abc123/upload",
		"/dashboard/projects/new",
		"/dashboard/stop",
		"/dashboard/support/dom_abc123",
		"/dashboard/support/dom_abc123/files",
		"/dashboard/support/dom_abc123/upload",
		"/dashboard/support/new",
		"/logout",
	],
} as const;

/** What a manager can send besides. */
const managers = [
	"/cart",
	"/checkout",
	"/dashboard/cart",
	"/dashboard/domains",
	"/dashboard/domains/dom_abc123",
	"/dashboard/domains/selected",
	"/dashboard/hosting",
	"/dashboard/hosting/dom_abc123/change",
	"/domains/search",
	"/select-domain",
	"/transfer",
];
const allowed: Readonly<Record<MemberRole, readonly string[]>> = {
	...writable,
	manager: [...new Set([...writable.billing, ...writable.technical, ...managers])].sort(),
};

test.each(memberRoles)("abuse: as %s, every form is refused except those of the role", async (role) => {
	const { token } = await aMemberOf(role);
	const reached: string[] = [];
	for (const address of addresses) {
		const response = await send(address, token, { method: "POST", body: new URLSearchParams({ a: "b" }) });
		const isRefused = response.status === 403 && (await response.text()).includes("Your role in this account");
		// It ends the session.
		if (!isRefused && address !== "/logout" && address !== "/dashboard/stop") reached.push(address);
	}
	const ends = ["/logout", "/dashboard/stop"];
	expect(addresses.length).toBeGreaterThan(80);
	expect(reached.toSorted()).toEqual(allowed[role].filter((address) => !ends.includes(address)));
});

test.each(
	memberRoles.flatMap((role) =>
		[
			"/dashboard/account-settings",
			"/dashboard/account-settings/email",
			"/dashboard/account-settings/people",
			"/dashboard/account-settings/people/invite",
			"/dashboard/account-settings/security",
			"/dashboard/account-settings/security/passkeys",
			"/dashboard/account-settings/security/two-factor",
			"/dashboard/account-settings/your-data",
			"/dashboard/account-settings/your-data/delete",
			"/dashboard/account-settings/your-data/download",
			"/dashboard/domains/dom_abc123/auth-code",
			"/dashboard/domains/dom_abc123/auth-code.data",
			"/dashboard/domains/dom_abc123/%61uth-code",
			"/dashboard/domains/dom_abc123/delete",
			"/dashboard/domains/dom_abc123/push",
			"/dashboard/domains/offers/psh_abc123",
			"/api/userauth/me",
			"/api/cart",
			"/dashboard/a-new-page",
		].map((path) => ({ role, path })),
	),
)("abuse: as $role, $path can't be opened", async ({ role, path }) => {
	shared[role] ??= aMemberOf(role);
	const { token } = await shared[role];
	const response = await send(path, token);
	expect(response.status).toBe(403);
	expect((await send(path, "", { headers: { Authorization: `Bearer ${token}` } })).status).not.toBe(200);
});
const shared: Partial<Record<MemberRole, ReturnType<typeof aMemberOf>>> = {};

test("abuse: a session with another role's mark, or without one, is no session", async () => {
	const { token } = await aMemberOf("billing");
	const secret = token.slice(actingMark("billing").length);
	for (const forged of [secret, actingMark("manager") + secret, actingMark("staff") + secret])
		expect(await viewerOf(forged).customer()).toBeNull();
});

test("abuse: no one accepts, refuses, opens or ends an access that is not theirs", async () => {
	const { services, user, owner, member, id, token } = await aMemberOf("manager");
	const other = await aSignedIn(await aCustomer());
	expect(await services.members.accept(other.owner, id)).toMatchObject({ ok: false });
	expect(await services.members.decline(other.owner, id)).toMatchObject({ ok: false });
	expect(await services.members.leave(other.owner, id)).toMatchObject({ ok: false });
	expect(await services.members.remove(other.owner, id)).toMatchObject({ ok: false });
	expect(await services.sessions.moveTo(other.owner, id, "manager")).toMatchObject({ ok: false });
	expect(await services.sessions.moveBack(other.owner)).toMatchObject({ ok: false });
	expect(await services.members.decline((await aSignedIn(member)).owner, id), "accepted").toMatchObject({ ok: false });
	expect(await services.sessions.moveTo((await aSignedIn(member)).owner, id, "billing")).toMatchObject({ ok: false });
	// From inside the account of someone else, the accounts that they may use are out of reach.
	const third = await aConfirmedOwner(services);
	await services.members.invite(third.user, third.owner, { email: user.email, role: "manager" });
	const nested = (await theAccess(services, third.user.id)).id;
	await services.members.accept(owner, nested);
	expect(await services.sessions.moveTo(ownerOf(token), nested, "manager")).toMatchObject({ ok: false });
});

test("an invitation is for one address, for seven days, once, and answers the same for any address", async () => {
	let now = Date.now();
	const services = testServices({ clock: () => now });
	const { user, owner } = await aConfirmedOwner(services);
	const invite = (email: string) => services.members.invite(user, owner, { email, role: "billing" });
	expect(await invite(user.email)).toMatchObject({ error: { fields: { email: expect.stringContaining("your own") } } });
	const unknown = `nobody-${crypto.randomUUID()}@example.com`;
	expect(await invite(unknown)).toEqual({ ok: true, value: null });
	const member = await aCustomer();
	expect(await invite(member.email)).toEqual({ ok: true, value: null });
	expect(await invite(member.email)).toMatchObject({
		error: { fields: { email: expect.stringContaining("in the list") } },
	});
	const session = await aSignedIn(member);
	const [invitation] = await services.members.accounts(session.owner);
	expect(invitation).toMatchObject({ email: user.email, acceptedAt: null });
	now += invitationMs;
	expect(await services.members.accounts(session.owner)).toEqual([]);
	expect(await services.members.accept(session.owner, invitation?.id ?? "")).toMatchObject({ ok: false });
});

test("an unverified account with the address can't accept", async () => {
	const services = testServices();
	const { user, owner } = await aConfirmedOwner(services);
	const member = await aCustomer({ status: "unverified" });
	await services.members.invite(user, owner, { email: member.email, role: "billing" });
	const { id } = await theAccess(services, user.id);
	expect(await services.members.accounts({ userId: member.id })).toEqual([]);
	expect(await services.members.accept({ userId: member.id }, id)).toMatchObject({ ok: false });
});

test("an account has at most twenty people, also when they are invited at the same time", async () => {
	const services = testServices();
	const { user, owner } = await aConfirmedOwner(services);
	for (let number = 0; number < maxMembers - 1; number += 1)
		await env.DB.prepare(
			"insert into account_members (id, user_id, email, role, invited_at) values (?, ?, ?, 'billing', 0)",
		)
			.bind(`mem_${user.id}_${number}`, user.id, `${number}@example.com`)
			.run();
	const invite = (email: string) => services.members.invite(user, owner, { email, role: "billing" });
	const results = await Promise.all([invite("last@example.com"), invite("one-more@example.com")]);
	expect(results.filter(({ ok }) => ok)).toHaveLength(1);
	expect(await services.members.list({ userId: user.id })).toHaveLength(maxMembers);
});

type Started = Awaited<ReturnType<typeof aMemberOf>>;

test.each<[string, (access: Started) => Promise<unknown>]>([
	["the customer removes it", ({ services, owner, id }) => services.members.remove(owner, id)],
	["the customer changes the role", ({ services, owner, id }) => services.members.changeRole(owner, id, "billing")],
	[
		"the customer is signed out everywhere",
		({ services, user }) => services.sessions.endAllOf(user.id) && endAll(user.id),
	],
	[
		"its reader gives it up",
		async ({ services, member, id }) => services.members.leave((await aSignedIn(member)).owner, id),
	],
	["its reader is signed out everywhere", ({ member }) => endAll(member.id)],
	["its reader's account is closed", ({ member }) => setStatus(member.id, "closed")],
	["the customer's account is closed", ({ user }) => setStatus(user.id, "closed")],
])("a session in another account ends when %s", async (_, end) => {
	const access = await aMemberOf("manager");
	expect(await viewerOf(access.token).customer()).not.toBeNull();
	await end(access);
	expect(await viewerOf(access.token).customer()).toBeNull();
});

const setStatus = (userId: string, status: string) =>
	env.DB.prepare("update users set status = ? where id = ?").bind(status, userId).run();

async function endAll(userId: string): Promise<void> {
	const { session } = await aSignedInMember(["manager"]);
	await testServices().customerActions.endSessions(session, userId, "Lost phone");
}

test("in another account, a password confirms a change only if it is one's own", async () => {
	const { services, user, token, member } = await aMemberOf("technical", testPassword);
	const confirm = async (password: string) => {
		const customer = await viewerOf(token).customer();
		if (!customer) throw new Error("no session");
		return services.confirmation.confirm(customer, ownerOf(token), { password }, aClient());
	};
	await env.DB.prepare("update users set password_hash = 'another' where id = ?").bind(user.id).run();
	expect(await confirm("not the password of Grace")).toMatchObject({ ok: false });
	const confirmed = await confirm(testPassword);
	if (!confirmed.ok) throw new Error(confirmed.error.message);
	expect(await viewerOf(confirmed.value.token).customer()).toMatchObject({
		id: user.id,
		confirmedAt: expect.any(Number),
		acting: { role: "technical", memberId: member.id },
	});
});

test("the session in another account ends no later than the one before", async () => {
	const services = testServices();
	const { user, owner } = await aConfirmedOwner(services);
	const member = await aCustomer();
	await services.members.invite(user, owner, { email: member.email, role: "billing" });
	const { id } = await theAccess(services, user.id);
	const own = await aSignedIn(member);
	await services.members.accept(own.owner, id);
	const ends = Date.now() + DAY / 2;
	await env.DB.prepare("update sessions set expires_at = ? where user_id = ?").bind(ends, member.id).run();
	const opened = await services.sessions.moveTo(own.owner, id, "billing");
	if (!opened.ok) throw new Error(opened.error.message);
	const row = await env.DB.prepare("select expires_at as ends from sessions where membership_id = ?")
		.bind(id)
		.first("ends");
	expect(row).toBe(ends);
});
