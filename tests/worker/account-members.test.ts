import { env, exports } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl, RouterContextProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { describeError } from "~/components/layout/error-description";
import { clientContext, servicesContext, viewerContext } from "~/context";
import { change, log } from "~/db/change.server";
import { databaseFor } from "~/db/shards.server";
import { lifetimeOf } from "~/features/accounts/session";
import { gracePeriodMs } from "~/features/closing/closing";
import { accessRow } from "~/features/customers/customer-view";
import { emailOwner } from "~/features/domains/change-email.server";
import { invitationMs, maxMembers } from "~/features/members/member";
import { projectSchema } from "~/features/projects/projects.schema";
import { newTicketSchema } from "~/features/tickets/tickets.schema";
import { actingMark, type MemberRole, memberRoles } from "~/lib/acting";
import { DAY, HOUR, MINUTE } from "~/lib/durations";
import { pageAccountField } from "~/lib/page-account";
import { requireCustomer } from "~/middleware/require-customer";
import routes from "~/routes";
import { loader as signIn } from "~/routes/auth/login";
import { action as signOut, loader as signOutPage } from "~/routes/auth/logout";
import { action as checkOut } from "~/routes/checkout/checkout";
import { action as changeDomain } from "~/routes/portal/domain-overview";
import { action as changeListed } from "~/routes/portal/domains";
import { loader as loadInvoice } from "~/routes/portal/invoice";
import { action as changeSelected } from "~/routes/portal/selected-domains";
import { action as stop } from "~/routes/portal/stop-acting";
import { aClient, mailsOf, newestToken } from "../support/accounts";
import { aConfirmedOwner, aDomain } from "../support/domains";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { aCheckout, anOrder, quietServices } from "../support/orders";
import { addressesOf } from "../support/route-addresses";
import { runDue } from "../support/schedule";
import { anOwner, aSignedInMember } from "../support/staff";

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
			{ kind: "session.member_started", actor: "member", actorName: `Grace Achieng (${member.email})` },
			{ kind: "project.created", actor: "member", actorName: `Grace Achieng (${member.email})` },
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
	const { user, owner: customer, member, id, token } = await aMemberOf("billing");
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
		actorName: `Grace Achieng (${member.email})`,
	});
	const others = await env.DB.prepare(
		"select actor from activity_log where kind = 'account.opened' order by rowid desc limit 1",
	);
	expect(await others.first("actor")).toBe("customer");
	await services.members.remove(customer, id);
	const late = log({ kind: "account.opened", actor: "customer", params: {}, owner: { userId: user.id } });
	await services.db.commit(late, services.clock());
	const after = await services.activity.list({ userId: user.id });
	expect(after.items.find(({ kind }) => kind === "account.opened")).toMatchObject({
		actor: "member",
		actorName: null,
	});
});

/** Addresses that accept a form in each role. Everything else is refused before it reaches a page. */
const writable = {
	billing: [
		"/dashboard/account-settings/billing",
		"/dashboard/confirm",
		"/dashboard/invoices/dom_abc123",
		"/dashboard/quotes/dom_abc123",
		"/dashboard/stop",
		"/dashboard/support/dom_abc123",
		"/dashboard/support/dom_abc123/files",
		"/dashboard/support/dom_abc123/upload",
		"/dashboard/support/new",
		"/forgot-password",
		"/login",
		"/logout",
		"/orders/dom_abc123",
		"/pay/dom_abc123",
		"/reset-password",
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
		"/forgot-password",
		"/login",
		"/logout",
		"/reset-password",
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

/** Pages of emailed links and visitors' forms, which ask no account. */
const open = [
	"/billing-address",
	"/confirm-registrant",
	"/enquiries/dom_abc123",
	"/enquiries/sent",
	"/pay-link",
	"/rate-answer",
	"/unsubscribe",
];
const allowed: Readonly<Record<MemberRole, readonly string[]>> = {
	technical: [...writable.technical, ...open].sort(),
	billing: [...writable.billing, ...open].sort(),
	manager: [...new Set([...writable.billing, ...writable.technical, ...managers, ...open])].sort(),
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
		error: { fields: { email: expect.stringContaining("already invited") } },
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

/** What a route gets in the session of a token. */
function argsOf(token: string, path: string, params: Record<string, string>, form?: Record<string, string>) {
	const url = new URL(path, origin);
	const context = new RouterContextProvider();
	context.set(servicesContext, testServices());
	context.set(viewerContext, viewerOf(token));
	context.set(clientContext, aClient());
	const body = String(new URLSearchParams(form));
	const headers = {
		"Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
		"Content-Length": String(body.length),
	};
	const request = new Request(url, form && { method: "POST", body, headers });
	return { context, params, request, url } as never;
}

/** The status of a response that a route returns or throws. */
const statusOf = (answer: unknown): number | undefined =>
	answer instanceof Response ? answer.status : (answer as { init?: ResponseInit } | undefined)?.init?.status;

test("abuse: a manager neither unlocks a domain nor lets it go, but locks it", async () => {
	const { user, token } = await aMemberOf("manager");
	const { id } = await aDomain(user.id, { locked: true });
	await env.DB.prepare("update sessions set confirmed_at = ? where membership_id is not null").bind(Date.now()).run();
	const page = `/dashboard/domains/${id}`;
	const send = (action: (args: never) => Promise<unknown>, path: string, form: Record<string, string>) =>
		action(argsOf(token, path, { domainId: id }, form)).then(statusOf, statusOf);
	expect(await send(changeDomain as never, page, { intent: "lock", on: "off" })).toBe(403);
	expect(await send(changeDomain as never, page, { intent: "approve-transfer" })).toBe(403);
	expect(await send(changeListed as never, "/dashboard/domains", { intent: "lock", on: "off", domainId: id })).toBe(
		403,
	);
	expect(await send(changeSelected as never, "/dashboard/domains/selected", { change: "unlock", domain: id })).toBe(
		403,
	);
	expect(await env.DB.prepare("select locked from domains where id = ?").bind(id).first("locked")).toBe(1);
	expect(await send(changeDomain as never, page, { intent: "lock", on: "on" })).not.toBe(403);
});

test.each([
	["technical", false],
	["billing", true],
	["manager", true],
] as const)("the pay link of an invoice, which needs no session, is shown to %s: %s", async (role, isShown) => {
	const { services, user, token } = await aMemberOf(role);
	const item = { key: "h", productId: "shared-starter", term: "monthly", quantity: 1 } as const;
	const { invoiceId } = await anOrder(services, { items: [item], customer: { ...user, currency: "KES" } });
	const shown = await loadInvoice(argsOf(token, `/dashboard/invoices/${invoiceId}`, { invoiceId }));
	expect(JSON.stringify(shown).includes("/pay-link?")).toBe(isShown);
});

test("a browser with the token of an access that has ended is that of a visitor", async () => {
	const { services, owner, id, token } = await aMemberOf("technical");
	const pages = ["/register", "/verify-email", "/dashboard/account-settings/people"];
	for (const path of pages) expect((await send(path, token)).status, path).toBe(403);
	await services.members.remove(owner, id);
	for (const path of pages) expect((await send(path, token)).status, path).toBe(200);
});

test("abuse: the token of an ended access beside a valid one lifts no refusal", async () => {
	const [ended, valid] = [await aMemberOf("technical"), await aMemberOf("technical")];
	await ended.services.members.remove(ended.owner, ended.id);
	const page = "/dashboard/account-settings/people";
	const both = (cookie: string, bearer: string) =>
		send(page, cookie, { headers: { Authorization: `Bearer ${bearer}` } });
	expect((await both(valid.token, ended.token)).status).toBe(403);
	expect((await both(ended.token, valid.token)).status).toBe(403);
});

test("pages of emailed links, and what pages without an account ask for, are open in someone else's account", async () => {
	const { token } = await aMemberOf("billing");
	for (const path of ["/unsubscribe", "/billing-address", "/rate-answer", "/enquiries/sales", "/cloth/duka.co.ke.svg"])
		expect((await send(path, token)).status, path).toBe(200);
	expect((await send("/api/status", token)).status).toBe(200);
});

test("someone whose access has ended can sign in again in the same browser", async () => {
	const { services, owner, id, token } = await aMemberOf("technical");
	await services.members.remove(owner, id);
	for (const path of ["/login", "/forgot-password", "/reset-password"]) {
		expect((await send(path, token)).status, path).toBe(200);
		expect((await send(path, token, { method: "POST", body: new URLSearchParams({ a: "b" }) })).status, path).toBe(200);
	}
});

test("tickets and posts name the member who wrote them, and members change only their own posts", async () => {
	const { services, user, owner, member, token } = await aMemberOf("technical");
	const inside = ownerOf(token);
	const customer = await viewerOf(token).customer();
	if (!customer) throw new Error("no session");
	const input = newTicketSchema.parse({ key: "k".repeat(22), department: "technical", subject: "Down", body: "Help" });
	const opened = await services.tickets.open({ owner: inside, customer }, input);
	if (!opened.ok) throw new Error(opened.error.message);
	const ticket = await services.tickets.find(inside, opened.value.id);
	expect(ticket?.messages.items.map(({ author }) => author)).toEqual(["Grace Achieng"]);

	const project = await services.projects.create(owner, projectSchema.parse({ name: "Site", status: "in-progress" }));
	await services.projects.posts.add(owner, project, "By the customer");
	await services.projects.posts.add(inside, project, "By Grace");
	const list = async (as: typeof owner | typeof inside) =>
		(await services.projects.posts.list(as, project)).items
			.map(({ id, body, authorName, own }) => ({ id, body, authorName, own }))
			.toSorted((a, b) => a.body.localeCompare(b.body));
	const name = `${user.firstName} ${user.lastName}`;
	const [theirs, hers] = await list(inside);
	expect([hers, theirs]).toMatchObject([
		{ authorName: name, own: 0 },
		{ authorName: "Grace Achieng", own: 1 },
	]);
	expect(await list(owner)).toMatchObject([
		{ authorName: "Grace Achieng", own: 1 },
		{ authorName: name, own: 1 },
	]);
	expect(await services.projects.posts.edit(inside, hers?.id ?? "", "Not mine")).toMatchObject({ ok: false });
	expect(await services.projects.posts.remove(inside, hers?.id ?? "")).toMatchObject({ ok: false });
	expect(await services.projects.posts.edit(inside, theirs?.id ?? "", "Mine")).toMatchObject({ ok: true });
	const rename = env.DB.prepare("update users set first_name = ?, last_name = ? where id = ?");
	await rename.bind(user.firstName, user.lastName, member.id).run();
	expect(await services.projects.posts.edit(inside, hers?.id ?? "", "Not mine"), "of the same name").toMatchObject({
		ok: false,
	});
	expect(await services.projects.posts.remove(inside, theirs?.id ?? "")).toMatchObject({ ok: true });
});

test("an invitation of an address that its account's customer takes over is no access to the own account", async () => {
	const { services, user } = await aMemberOf("billing");
	const own = await aSignedIn(user);
	const address = `moved-${crypto.randomUUID()}@example.com`;
	const { owner } = await confirmedAgain(user);
	await services.members.invite(user, owner, { email: address, role: "billing" });
	await env.DB.prepare("update users set email = ? where id = ?").bind(address, user.id).run();
	expect(await services.members.accounts(own.owner)).toEqual([]);
});

const ownerHash = (token: string) => {
	const owner = ownerOf(token);
	if (!("sessionHash" in owner)) throw new Error("no session");
	return owner.sessionHash;
};

async function confirmedAgain(user: Parameters<typeof aSession>[0]) {
	const { token } = await aSession(user);
	const now = Date.now();
	await env.DB.prepare("update sessions set confirmed_at = ? where token_hash = ?").bind(now, ownerHash(token)).run();
	return { owner: { sessionHash: ownerHash(token), confirmedFrom: now - 1_000 } };
}

const peopleOf = (userId: string) =>
	env.DB.prepare("select count(*) from account_members where user_id = ? or member_id = ?")
		.bind(userId, userId)
		.first("count(*)");

/** A pending invitation of this address to another account. */
async function invitedBy(email: string) {
	const services = testServices();
	const { user, owner } = await aConfirmedOwner(services);
	expect(await services.members.invite(user, owner, { email, role: "billing" })).toMatchObject({ ok: true });
	return user.id;
}

test.each(["user", "member"] as const)(
	"closing the account of the %s ends the access and the invitations",
	async (whose) => {
		const access = await aMemberOf("manager");
		const closed = access[whose];
		const inviter = await invitedBy(closed.email);
		const { owner } = await confirmedAgain(closed);
		expect(await access.services.closing.schedule(closed, owner)).toMatchObject({ ok: true });
		expect(await viewerOf(access.token).customer(), "signed out at once").toBeNull();
		await runDue(testServices({ clock: () => Date.now() + gracePeriodMs + DAY }), ({ closing }) => closing.queueDue());
		expect(await peopleOf(access.user.id)).toBe(0);
		expect(await peopleOf(inviter), "its address is not kept in another account").toBe(0);
	},
);

test.each(["user", "member"] as const)(
	"merging away the account of the %s ends the access and the invitations",
	async (whose) => {
		const access = await aMemberOf("manager");
		const { id: from, email } = access[whose];
		const inviter = await invitedBy(email);
		const into = await aCustomer();
		const version = Number(
			await env.DB.prepare("select updated_at from users where id = ?").bind(from).first("updated_at"),
		);
		const input = { from, version, checked: "call", reason: "Registered twice" } as const;
		expect(await quietServices().customerMerge.merge(await anOwner(), into.id, input)).toMatchObject({ ok: true });
		expect(await viewerOf(access.token).customer()).toBeNull();
		for (const id of [access.user.id, access.member.id, into.id]) expect(await peopleOf(id)).toBe(0);
		expect(await peopleOf(inviter)).toBe(0);
	},
);

test("the data export lists the people with access, and the accounts that the customer may use", async () => {
	const { services, user, member, id } = await aMemberOf("technical");
	const rowsOf = async (of: typeof user, name: string) => {
		const { owner } = await confirmedAgain(of);
		const made = await services.dataExport.download(of, owner);
		if (!made.ok) throw new Error(made.error.message);
		const files = unzipSync(new Uint8Array(await new Response(made.value.stream).arrayBuffer()));
		return JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()));
	};
	expect(await rowsOf(user, "people")).toMatchObject([{ id, email: member.email, role: "technical" }]);
	expect(await rowsOf(user, "access-to")).toEqual([]);
	expect(await rowsOf(member, "access-to")).toMatchObject([{ id, role: "technical" }]);
	expect(await rowsOf(member, "people")).toEqual([]);
});

test("no invitation is emailed after its removal, or to an address that takes no emails", async () => {
	const services = testServices();
	const { user, owner } = await aConfirmedOwner(services);
	const [removed, dead] = [await aCustomer(), await aCustomer({ status: "unverified" })];
	await env.DB.prepare("update users set mail_refused_at = 1 where id = ?").bind(dead.id).run();
	for (const { email } of [removed, dead]) await services.members.invite(user, owner, { email, role: "billing" });
	const listed = await services.members.list({ userId: user.id });
	const withdrawn = listed.find(({ invitedEmail }) => invitedEmail === removed.email)?.id ?? "";
	await services.members.remove(owner, withdrawn);
	const { results } = await env.DB.prepare(
		"select id from outbox where kind = 'mail.account-access' and payload ->> 'membershipId' in (?, ?)",
	)
		.bind(...listed.map(({ id }) => id))
		.all<{ id: string }>();
	expect(results).toHaveLength(2);
	for (const { id } of results) await services.outbox.deliver(id);
	const sent = env.DB.prepare("select count(*) from inbox_messages where recipient in (?, ?)");
	expect(await sent.bind(removed.email, dead.email).first("count(*)")).toBe(0);
});

test("wrong passwords of a member count against the member, not the customer", async () => {
	const { services, user, token, member } = await aMemberOf("technical", testPassword);
	const customer = await viewerOf(token).customer();
	if (!customer) throw new Error("no session");
	const confirm = (of: typeof customer, as: ReturnType<typeof ownerOf>, password: string) =>
		services.confirmation.confirm(of, as, { password }, aClient());
	let last = await confirm(customer, ownerOf(token), "wrong password");
	for (let tries = 0; tries < 20 && !last.ok && last.error.kind !== "rate_limited"; tries += 1)
		last = await confirm(customer, ownerOf(token), "wrong password");
	expect(last).toMatchObject({ error: { kind: "rate_limited" } });
	const own = await aSignedIn(member);
	expect(await confirm({ ...customer, id: member.id, acting: null }, own.owner, testPassword)).toMatchObject({
		ok: false,
		error: { kind: "rate_limited" },
	});
	await env.DB.prepare("update users set password_hash = (select password_hash from users where id = ?) where id = ?")
		.bind(member.id, user.id)
		.run();
	const theirs = await aSignedIn(user);
	const answer = await confirm({ ...customer, acting: null }, theirs.owner, "wrong password");
	expect(answer).toMatchObject({ ok: false });
	if (!answer.ok) expect(answer.error.kind).not.toBe("rate_limited");
});

test("an access is accepted and opened once, however often it is asked for at once", async () => {
	const services = testServices();
	const { user, owner } = await aConfirmedOwner(services);
	const member = await aCustomer();
	const invite = () => services.members.invite(user, owner, { email: member.email, role: "billing" });
	expect((await Promise.all([invite(), invite()])).filter(({ ok }) => ok)).toHaveLength(1);
	const { id } = await theAccess(services, user.id);
	const own = await aSignedIn(member);
	const accepted = await Promise.all([1, 2].map(() => services.members.accept(own.owner, id)));
	expect(accepted.filter(({ ok }) => ok)).toHaveLength(1);
	const opened = await Promise.all([1, 2].map(() => services.sessions.moveTo(own.owner, id, "billing")));
	expect(opened.filter(({ ok }) => ok)).toHaveLength(1);
	await services.members.remove(owner, id);
	expect(await services.members.accept((await aSignedIn(member)).owner, id)).toMatchObject({ ok: false });
});

test("a form whose page was made for another account, open in another tab, is not sent for this one", async () => {
	const { user, member, token } = await aMemberOf("manager");
	const next = vi.fn(async () => new Response());
	const guard = async (form: Record<string, string>) => {
		try {
			return await requireCustomer(argsOf(token, "/dashboard/support/new", {}, form), next as never);
		} catch (thrown) {
			return thrown as { readonly data: unknown };
		}
	};
	const refused = await guard({ [pageAccountField]: member.id, subject: "For my own account" });
	expect(statusOf(refused)).toBe(409);
	if (!refused || refused instanceof Response) throw new Error("not refused");
	expect(describeError(new ErrorResponseImpl(409, "", refused.data), true)).toMatchObject({
		title: "This was not sent",
		text: expect.stringContaining(`the account of ${user.firstName} ${user.lastName}`),
	});
	expect(next).not.toHaveBeenCalled();
	await guard({ [pageAccountField]: user.id });
	await guard({ subject: "Without script" });
	expect(next).toHaveBeenCalledTimes(2);
});

test("an order of a checkout page that was made for another account is not placed, and keeps what was typed", async () => {
	const { user, member, token } = await aMemberOf("manager");
	const answer = (form: Record<string, string>) => checkOut(argsOf(token, "/checkout", {}, form)) as Promise<unknown>;
	const refused = await answer({ [pageAccountField]: member.id, city: "Kisumu" });
	expect(refused).toMatchObject({
		init: { status: 409 },
		// Sent again, the form is for the same account.
		data: { failure: { code: "other_account" }, values: { city: "Kisumu", pageAccount: member.id } },
	});
	expect(await answer({ city: "Kisumu" }), "the page of a visitor").toMatchObject({ init: { status: 409 } });
	expect(await answer({ [pageAccountField]: user.id, city: "Kisumu" })).toMatchObject({ init: { status: 400 } });
	const ended = argsOf("no-session", "/checkout", {}, { [pageAccountField]: member.id, city: "Kisumu" });
	expect(await checkOut(ended)).toMatchObject({
		data: { failure: { code: "signed_out" }, values: { pageAccount: member.id } },
	});
});

test("the activity names who placed an order in someone else's account, with its invoice", async () => {
	const { services, user, owner, member, id, token } = await aMemberOf("manager");
	const customer = await viewerOf(token).customer();
	if (!customer) throw new Error("no session");
	const items = [{ key: "h", productId: "shared-starter", term: "monthly", quantity: 1 } as const];
	const inside = testServices({ db: databaseFor(env, ownerOf(token)) });
	const { input } = await aCheckout(inside, { items, customer });
	const placed = await inside.orders.checkOut(customer, input, ownerOf(token));
	if (!placed.ok) throw new Error(placed.error.message);
	const { number } = (await services.orders.invoice(placed.value.invoiceId)) ?? {};
	const [entry] = (await services.activity.list({ userId: user.id }, { who: "member" })).items;
	expect(entry).toMatchObject({ kind: "order.placed", params: { invoice: number } });
	expect(entry?.actorName).toBe(`Grace Achieng (${member.email})`);
	const own = await aCustomer();
	await anOrder(services, { items, customer: { ...own, currency: "KES" } });
	const { items: theirs } = await services.activity.list({ userId: own.id });
	expect(theirs.map(({ kind }) => kind)).not.toContain("order.placed");
	const late = await aCheckout(inside, { items, customer });
	await services.members.remove(owner, id);
	expect(await inside.orders.checkOut(customer, late.input, ownerOf(token))).toMatchObject({
		error: { kind: "forbidden" },
	});
	const orders = env.DB.prepare("select count(*) from orders where user_id = ?");
	expect(await orders.bind(user.id).first("count(*)"), "the access ended while they ordered").toBe(1);
});

/** Delivers the waiting emails of these kinds and returns the text of those to this address. */
async function mailTo(address: string, kind: string): Promise<string[]> {
	const { results } = await env.DB.prepare("select id from outbox where kind = ? and state = 'new'")
		.bind(kind)
		.all<{ id: string }>();
	for (const { id } of results) await testServices().outbox.deliver(id);
	const sent = env.DB.prepare("select text from inbox_messages where recipient = ? order by id").bind(address);
	return (await sent.all<{ text: string }>()).results.map(({ text }) => text.replaceAll(/\s+/g, " "));
}

test("someone with access is told by email that their role has changed, and that their access has ended", async () => {
	const { services, user, owner, member, id } = await aMemberOf("billing");
	await services.members.changeRole(owner, id, "technical");
	expect((await mailTo(member.email, "mail.account-access")).join(" ")).toContain(
		`The customer ${user.email} changed your role in their account. There you can change DNS records`,
	);
	await services.members.remove(owner, id);
	expect((await mailTo(member.email, "mail.account-access")).join(" ")).toContain(
		`The customer ${user.email} removed your access to their account.`,
	);
});

test("our answer reaches the member who wrote in the customer's ticket, until their access ends", async () => {
	const { services, user, owner, id, member, token } = await aMemberOf("technical");
	const customer = await viewerOf(token).customer();
	if (!customer) throw new Error("no session");
	const fields = { key: "m".repeat(22), department: "technical", subject: "Down", body: "Help" };
	const opened = await services.tickets.open({ owner: ownerOf(token), customer }, newTicketSchema.parse(fields));
	if (!opened.ok) throw new Error(opened.error.message);
	const ticketId = opened.value.id;
	const desk = await aSignedInMember(["support"]);
	const answer = async (body: string) => {
		const version = await env.DB.prepare("select version from tickets where id = ?")
			.bind(ticketId)
			.first<number>("version");
		const form = { intent: "answer", key: crypto.randomUUID(), version: version ?? 0, body, next: "waiting" } as const;
		expect(await services.ticketsDesk.change(desk, ticketId, form)).toMatchObject({ ok: true });
	};
	await answer("It works again.");
	const [mail = ""] = await mailTo(member.email, "mail.ticket-answer");
	expect(mail).toContain(`in the account of ${user.email}`);
	expect(mail).toContain("It works again.");
	await answer("On its way when the access ends.");
	await services.members.remove(owner, id);
	await answer("Once more.");
	expect(await mailTo(member.email, "mail.ticket-answer")).toHaveLength(1);
	expect((await mailTo(user.email, "mail.ticket-answer")).join(" ")).toContain("Once more.");
});

test("the email about a change of a domain names someone with access who made it", async () => {
	const { user, member, token } = await aMemberOf("manager");
	const names = ["by-member", "by-owner"].map((label) => `${label}-${crypto.randomUUID().slice(0, 8)}.co.ke`);
	const mine = await aSignedIn(user);
	for (const [index, as] of [ownerOf(token), mine.owner].entries()) {
		const { id } = await aDomain(user.id, { name: names[index] ?? "" });
		const services = testServices({ db: databaseFor(env, as) });
		await services.db.commit(
			change(
				log({ kind: "domain.locked", actor: "customer", params: { domain: names[index] ?? "" }, owner: as }),
				emailOwner({ id, userId: user.id }, "nameservers"),
			),
			services.clock(),
		);
	}
	const texts = await mailTo(user.email, "mail.domain-changed");
	const about = (name = "") => texts.find((text) => text.includes(`The nameservers of ${name} were changed`));
	expect(about(names[0])).toContain(`by Grace Achieng (${member.email}), who has access to your account`);
	expect(about(names[0])).toContain("change or end their access");
	expect(about(names[1])).not.toContain("who has access");
});

test("what someone with access reads stays new to the customer", async () => {
	const { services, user, owner, token } = await aMemberOf("technical");
	const inside = ownerOf(token);
	const project = await services.projects.create(owner, projectSchema.parse({ name: "Site", status: "in-progress" }));
	await env.DB.prepare(
		"insert into notifications (id, user_id, kind, params, title, body, project_id, dedupe_key, created_at) values (?, ?, 'project.message', '{}', '', '', ?, ?, 1)",
	)
		.bind(`ntf_${crypto.randomUUID()}`, user.id, project, crypto.randomUUID())
		.run();
	const unread = () => services.notifications.unread({ userId: user.id });
	const before = await unread();
	expect(await services.projects.posts.markRead(inside, project)).toMatchObject({ ok: false });
	await services.projects.posts.add(inside, project, "I have read it");
	expect(await unread()).toBe(before);
	expect((await send("/dashboard/notifications", token, { method: "POST", body: new URLSearchParams() })).status).toBe(
		403,
	);
	expect(await services.projects.posts.markRead(owner, project)).toMatchObject({ ok: true });
	expect(await unread()).toBe(before - 1);
});

test("a link that opens a form is refused to a role that may not send it", async () => {
	const { user, token } = await aMemberOf("billing");
	const { id } = await aDomain(user.id);
	expect((await send(`/dashboard/domains/${id}/dns`, token)).status).toBe(200);
	expect((await send(`/dashboard/domains/${id}/dns?add=A`, token)).status).toBe(403);
});

test("the desk shows who may use an account, from both sides", async () => {
	const { services, user, member, id } = await aMemberOf("technical");
	const { session } = await aSignedInMember(["support"]);
	const seen = async (of: string) =>
		(await services.customers.access(session, of)).items.map((row) => accessRow(row, of, Date.now()));
	expect(await seen(user.id)).toMatchObject([
		{ id, who: `Grace Achieng (${member.email})`, otherId: member.id, role: "Technical in this account" },
	]);
	expect(await seen(member.id)).toMatchObject([
		{ id, who: `${user.firstName} ${user.lastName} (${user.email})`, otherId: user.id },
	]);
});

/** The answer of the sign-in page for the session of a token. A thrown redirect is returned, too. */
const signInPage = (token: string, path = "/login?next=/dashboard/domains") =>
	signIn(argsOf(token, path, {})).catch((thrown: unknown) => thrown);

/** The session token that a response sets. */
const sessionIn = (answer: unknown): string => {
	const [, token = ""] =
		/__Host-session=([^;]+)/.exec((answer instanceof Response && answer.headers.get("Set-Cookie")) || "") ?? [];
	return token;
};

const ends = {
	"their role changed": ({ services, owner, id }) => services.members.changeRole(owner, id, "manager"),
	"their access was removed": ({ services, owner, id }) => services.members.remove(owner, id),
	"they gave it up elsewhere": async ({ services, member, id }) =>
		services.members.leave((await aSignedIn(member)).owner, id),
	"the customer signed out everywhere": ({ services, user }) =>
		services.db.commit(services.sessions.endAllOf(user.id), Date.now()),
} satisfies Record<string, (access: Awaited<ReturnType<typeof aMemberOf>>) => Promise<unknown>>;

test.each(Object.entries(ends))("a member goes on in their own account without signing in after %s", async (_, end) => {
	const access = await aMemberOf("technical");
	await end(access);
	expect(await viewerOf(access.token).customer()).toBeNull();
	const led = await signInPage(access.token);
	expect(led instanceof Response && led.headers.get("Location")).toBe("/dashboard/account-settings/people");
	expect(led instanceof Response && decodeURIComponent(led.headers.get("Set-Cookie") ?? "")).toContain(
		"You are in your own account again.",
	);
	const back = viewerOf(sessionIn(led));
	expect(await back.customer()).toMatchObject({ id: access.member.id, acting: null, confirmedAt: null });
	expect(await viewerOf(access.own.token).customer(), "the token from before").toBeNull();
	expect(sessionIn(await signInPage(access.token)), "once only").toBe("");
});

test("abuse: no token of an ended access leads back after a sign-out or a new password", async () => {
	const left = await aMemberOf("billing");
	await left.services.sessions.end(ownerOf(left.token));
	const reset = await aMemberOf("billing");
	await reset.services.db.commit(reset.services.sessions.endAllOf(reset.member.id), Date.now());
	const closed = await aMemberOf("billing");
	await closed.services.members.remove(closed.owner, closed.id);
	await env.DB.prepare("update users set status = 'closed' where id = ?").bind(closed.member.id).run();
	const idle = await aMemberOf("billing");
	await idle.services.members.remove(idle.owner, idle.id);
	const past = "update sessions set idle_expires_at = ? where user_id = ?";
	await env.DB.prepare(past).bind(Date.now(), idle.member.id).run();
	for (const { services, token, member } of [left, reset, closed, idle]) {
		expect(await services.sessions.moveBack(ownerOf(token))).toMatchObject({ ok: false });
		expect(sessionIn(await signInPage(token, "/login?next=/dashboard/account-settings/people"))).toBe("");
		const live = "select count(*) from sessions where user_id = ? and token_hash not like 'waits.%'";
		expect(await env.DB.prepare(live).bind(member.id).first("count(*)")).toBe(0);
	}
});

test("a device that is signed out in the list of sign-ins leaves the other account, too", async () => {
	const { services, member, token } = await aMemberOf("manager");
	const { owner } = await aSignedIn(member);
	const { items } = await services.sessions.list(owner);
	const device = items.find((one) => one.device.endsWith("in another account"));
	expect(await services.accountSettings.endSignIn(owner, device?.id ?? "")).toMatchObject({ ok: true });
	expect(await viewerOf(token).customer()).toBeNull();
	expect(await services.sessions.moveBack(ownerOf(token))).toMatchObject({ ok: false });
	expect(await viewerOf((await aSignedIn(member)).token).customer()).toMatchObject({ id: member.id });
});

test("someone whose own session has ended leaves the other account when they go back", async () => {
	const { member, token } = await aMemberOf("manager");
	await env.DB.prepare("delete from sessions where user_id = ?").bind(member.id).run();
	const back = (await stop(argsOf(token, "/dashboard/stop", {}, {}))) as Response;
	expect(back.headers.get("Location")).toBe("/dashboard");
	expect(await viewerOf(token).customer()).toBeNull();
});

test("the sign-out page signs out someone whose own session waits for the end of an access", async () => {
	const { services, owner, id, token } = await aMemberOf("manager");
	await services.members.remove(owner, id);
	expect(await signOutPage(argsOf(token, "/logout", {}))).toMatchObject({ signedIn: true });
	await signOut(argsOf(token, "/logout", {}, {}));
	expect(await services.sessions.moveBack(ownerOf(token))).toMatchObject({ ok: false });
	expect(await signOutPage(argsOf("no-session", "/logout", {}))).toMatchObject({ signedIn: false });
});

test("what someone does with an emailed link is their own, whatever account this browser uses", async () => {
	const { services, owner, member, id, token } = await aMemberOf("manager");
	await services.accounts.forgotPassword({ email: member.email }, aClient());
	const link = await newestToken(member.email, "reset");
	await services.members.remove(owner, id);
	const body = JSON.stringify({ token: link, newPassword: "brand new long rains 77" });
	const headers = { "Content-Type": "application/json" };
	expect((await send("/api/userauth/reset-password", token, { method: "POST", body, headers })).status).toBe(200);
	const { items } = await services.activity.list({ userId: member.id });
	expect(items.find(({ kind }) => kind === "password.reset")).toMatchObject({ actor: "customer" });
});

test("the own session waits while its customer uses another account, and is kept as long", async () => {
	const { services, member, own, token } = await aMemberOf("billing");
	const rows = () =>
		env.DB.prepare("select token_hash as hash, seen_at as seen from sessions where user_id = ?")
			.bind(member.id)
			.all<{ hash: string; seen: number }>();
	const [waiting, ...others] = (await rows()).results;
	expect(others).toEqual([]);
	expect(await services.sessions.viewer({ cookie: cookieOf(waiting?.hash ?? "") }).customer()).toBeNull();
	expect(await viewerOf(own.token).customer()).toBeNull();
	const { items } = await services.sessions.list({ userId: member.id });
	expect(items.map(({ device, current }) => [device, current])).toEqual([
		["Unknown device, in another account", false],
	]);
	await env.DB.prepare("update sessions set seen_at = 5").run();
	const viewer = viewerOf(token);
	await viewer.customer();
	await viewer.keepAlive();
	expect((await rows()).results[0]?.seen).toBeGreaterThan(5);
});

test("opening an account and going back count as use of the session", async () => {
	const { member, id } = await aMemberOf("billing");
	let now = Date.now();
	const services = testServices({ clock: () => now });
	const session = await aSession(member, { services });
	const opened = await services.sessions.moveTo(await usedLate(session.token), id, "billing");
	if (!opened.ok) throw new Error(opened.error.message);
	const back = await services.sessions.moveBack(await usedLate(opened.value.token));
	if (!back.ok) throw new Error(back.error.message);
	now += HOUR;
	expect(await services.sessions.viewer({ cookie: cookieOf(back.value.token) }).customer()).not.toBeNull();

	/** A minute before the session would end without use. The absolute limit is far away. */
	async function usedLate(token: string) {
		await env.DB.prepare("update sessions set expires_at = ?")
			.bind(now + 3 * DAY)
			.run();
		now += lifetimeOf(false).idleMs - MINUTE;
		const { owner } = services.sessions.viewer({ cookie: cookieOf(token) });
		if (owner === null) throw new Error("no session");
		return owner;
	}
});

test("a form of an ended access is not sent, and says what to do", async () => {
	const { services, owner, id, token } = await aMemberOf("technical");
	await services.members.remove(owner, id);
	const stopped = argsOf(token, "/dashboard/stop", {}, {});
	await expect(async () => requireCustomer(stopped, vi.fn() as never), "not raw data").rejects.toBeInstanceOf(Response);
	const sent = () => requireCustomer(argsOf(token, "/dashboard/projects/new", {}, { name: "Shop" }), vi.fn() as never);
	await expect(async () => sent()).rejects.toMatchObject({
		data: { message: expect.stringContaining("was not sent") },
	});
});

test("someone whose access and own session have ended is told so where they sign in", async () => {
	const { services, member, token } = await aMemberOf("technical");
	await services.db.commit(services.sessions.endAllOf(member.id), Date.now());
	const people = "/login?next=/dashboard/account-settings/people";
	const led = await signInPage(token);
	expect(led instanceof Response && decodeURIComponent(led.headers.get("Location") ?? "")).toBe(people);
	expect(await signInPage(token, people)).toMatchObject({ hasEnded: true });
	expect(await signInPage("no-session", "/login")).toMatchObject({ hasEnded: false });
});

test("invitations are limited by mailbox, and one that is refused does not count", async () => {
	const services = testServices();
	const { user, owner } = await aConfirmedOwner(services);
	const [name = "", domain = ""] = (await aCustomer()).email.split("@");
	const invite = (tag: string) =>
		services.members.invite(user, owner, { email: `${name}${tag}@${domain}`, role: "billing" });
	expect(await invite("")).toMatchObject({ ok: true });
	for (let tries = 0; tries < 4; tries += 1) expect(await invite("")).toMatchObject({ error: { kind: "invalid" } });
	expect(await invite("+two")).toMatchObject({ ok: true });
	expect(await invite("+three")).toMatchObject({ ok: true });
	expect(await invite("+four")).toMatchObject({ error: { kind: "rate_limited" } });
});

test("abuse: a role that is changed back and forth sends few emails", async () => {
	const { services, owner, member, id } = await aMemberOf("billing");
	const roles = ["technical", "billing"] as const;
	let last = await services.members.changeRole(owner, id, "manager");
	for (let times = 0; times < 25 && last.ok; times += 1)
		last = await services.members.changeRole(owner, id, roles[times % 2] ?? "manager");
	expect(last).toMatchObject({ error: { kind: "rate_limited" } });
	const mails = (await mailTo(member.email, "mail.account-access")).filter((text) =>
		text.includes("changed your role"),
	);
	expect(mails).toHaveLength(1);
});
