import { env, exports } from "cloudflare:workers";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterContextProvider, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { servicesContext } from "~/context";
import { projectSchema } from "~/features/projects/projects.schema";
import { auditText } from "~/features/staff/audit-view";
import { MINUTE } from "~/lib/durations";
import routes from "~/routes";
import CartPage, { loader as loadCart } from "~/routes/cart/cart";
import { staticPaths } from "~/static-paths";
import { aClient } from "../support/accounts";
import { aCustomer, testServices } from "../support/factories";
import { addressesOf } from "../support/route-addresses";
import { aMember, aSignedInMember, aStaffSession } from "../support/staff";

const origin = "https://kikoa.test";

const addresses = addressesOf(await routes);

async function acting() {
	const customer = await aCustomer();
	const { session, member, cookie: staffCookie } = await aSignedInMember(["support"], { name: "Wanjiku Kamau" });
	const services = testServices();
	const by = { session, member: { id: member.id, name: member.name } };
	const started = await services.customerActions.startSignIn(by, customer.id, aClient(), "DNS help in ticket 12");
	if (!started.ok) throw new Error(started.error.message);
	const token = started.value;
	return { services, customer, member, session, staffCookie, token, cookie: `__Host-session=${token}`, by };
}

const viewerOf = (cookie: string) => testServices().sessions.viewer({ cookie });

let clients = 0;
const send = (path: string, cookie: string, init: RequestInit = {}) =>
	exports.default.fetch(
		new Request(new URL(path, origin), {
			redirect: "manual",
			...init,
			headers: {
				Cookie: cookie,
				Origin: origin,
				"CF-Connecting-IP": `10.9.${clients >> 8}.${clients++ & 255}`,
				...init.headers,
			},
		}),
	);

let one: Awaited<ReturnType<typeof acting>>;
beforeEach(async () => {
	// Each refusal is a line in the log.
	vi.spyOn(console, "warn").mockImplementation(() => {});
	one ??= await acting();
});

test("someone at the desk sees the portal as the customer, for half an hour", async () => {
	const customer = await viewerOf(one.cookie).customer();
	expect(customer).toMatchObject({ id: one.customer.id, confirmedAt: null });
	const until = customer?.acting?.role === "staff" ? customer.acting.until : 0;
	expect(Math.round((until - Date.now()) / MINUTE)).toBe(30);
	expect((await send("/dashboard", one.cookie)).status).toBe(200);
	await env.DB.prepare("update sessions set seen_at = 0 where user_id = ?").bind(one.customer.id).run();
	const viewer = viewerOf(one.cookie);
	await viewer.customer();
	await viewer.keepAlive();
	const [row] = (
		await env.DB.prepare("select idle_expires_at = expires_at as same, expires_at from sessions where user_id = ?")
			.bind(one.customer.id)
			.all()
	).results;
	expect(row).toMatchObject({ same: 1, expires_at: until });
});

test("abuse: every form of the site is refused as a customer, except the few that are listed", async () => {
	const reached: string[] = [];
	for (const address of addresses) {
		const response = await send(address, one.cookie, { method: "POST", body: new URLSearchParams({ a: "b" }) });
		if (response.status !== 403) reached.push(address);
	}
	expect(addresses.length).toBeGreaterThan(80);
	expect(reached).toEqual([
		"/dashboard/domains/dom_abc123/dns",
		"/dashboard/domains/dom_abc123/dns/templates",
		"/dashboard/projects/new",
		"/dashboard/projects/dom_abc123/edit",
		"/dashboard/notifications",
		"/dashboard/stop",
	]);
});

test.each([
	"/pay/inv_abc123",
	"/checkout",
	"/dashboard/domains/dom_abc123/auth-code",
	"/dashboard/domains/dom_abc123/auth-code.data",
	"/dashboard/domains/dom_abc123/%61uth-code",
	"/dashboard/account-settings/security/two-factor",
	"/dashboard/account-settings/security/passkeys",
	"/dashboard/account-settings/email",
	"/dashboard/account-settings/billing",
	"/dashboard/account-settings/your-data",
	"/dashboard/account-settings/your-data/download",
	"/dashboard/account-settings/your-data/delete",
	"/dashboard/confirm",
	"/login",
	"/a-new-page",
	"/dashboard/a-new-page",
])("abuse: %s can't be opened as a customer", async (path) => {
	const response = await send(path, one.cookie);
	expect(response.status).toBe(403);
	expect(await response.text()).toMatch(/Only the customer can do this\..*<a href="\/dashboard">/);
});

test("static pages open as a customer, because they show nothing of anyone", async () => {
	for (const path of staticPaths) expect((await send(path, one.cookie)).status, path).toBe(200);
});

test("the cart page says as a customer that their cart is in their own browser, and shows no cart", async () => {
	for (const path of ["/cart", "/dashboard/cart"]) expect((await send(path, one.cookie)).status, path).toBe(200);
	const context = new RouterContextProvider();
	context.set(servicesContext, testServices());
	const request = new Request(`${origin}/cart`, { headers: { Cookie: one.cookie } });
	const loaderData = await loadCart({ request, context } as never);
	const element = createElement(CartPage, { loaderData, actionData: undefined } as never);
	const router = createMemoryRouter([{ path: "*", element }]);
	const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
	expect(html).toContain("stored in the customer&#x27;s own browser");
	expect(html).not.toContain("data-cart-page");
});

test("abuse: the API takes the token neither as a cookie nor as a bearer", async () => {
	for (const path of ["/api/cart", "/api/userauth/me", "/api/domains/search?q=a"]) {
		expect((await send(path, one.cookie)).status, path).toBe(403);
		expect((await send(path, "", { headers: { Authorization: `Bearer ${one.token}` } })).status, path).toBe(403);
	}
});

test("abuse: the token without its mark is no session", async () => {
	expect(await viewerOf(`__Host-session=${one.token.slice(3)}`).customer()).toBeNull();
});

test("abuse: the session can't be confirmed with a password", async () => {
	const { owner } = viewerOf(one.cookie);
	if (!owner || !("sessionHash" in owner)) throw new Error("no session");
	expect(await testServices().sessions.confirm(owner.sessionHash, "none", null)).toMatchObject({ ok: false });
});

test("abuse: no one signs in as a colleague, without the permission, or as a closed account", async () => {
	const { customerActions } = testServices();
	const member = await aMember(["finance"]);
	const colleague = await aCustomer({ email: member.email });
	const closed = await aCustomer({ status: "closed" });
	const start = (by: typeof one.by, id: string) => customerActions.startSignIn(by, id, aClient(), "Curious");
	expect(await start(one.by, colleague.id)).toMatchObject({ ok: false });
	expect(await start(one.by, closed.id)).toMatchObject({ ok: false });
	const finance = await aStaffSession(member);
	const without = { session: finance.session, member: { id: member.id, name: member.name } };
	expect(await start(without, one.customer.id)).toMatchObject({ ok: false });
	const sessions = await env.DB.prepare("select count(*) as n from sessions where user_id in (?, ?)")
		.bind(colleague.id, closed.id)
		.first("n");
	expect(sessions).toBe(0);
});

test("abuse: the session ends with a second one, with the person's roles and with their sign-out", async () => {
	const { services, by, cookie, member, customer } = await acting();
	const other = await aCustomer();
	const second = await services.customerActions.startSignIn(by, other.id, aClient(), "Another");
	expect(await viewerOf(cookie).customer()).toBeNull();
	const next = `__Host-session=${second.ok ? second.value : ""}`;
	expect(await viewerOf(next).customer()).toMatchObject({ id: other.id });
	const owner = await aSignedInMember(["owner"]);
	const log = await services.staff.auditLog.list(owner.session, { subject: customer.id });
	expect(log.items.map(({ kind }) => kind).toSorted(), "the end of the first one").toEqual([
		"customer.sign_in_started",
		"customer.sign_in_stopped",
	]);
	const input = { version: member.updatedAt, roles: ["finance" as const], reason: "Moved" };
	expect(await services.staff.members.changeRoles(owner.session, member.id, input)).toMatchObject({ ok: true });
	expect(await viewerOf(next).customer()).toBeNull();
	const third = await acting();
	await services.staff.sessions.end(third.session);
	expect(await viewerOf(third.cookie).customer()).toBeNull();
});

test("the customer sees who signed in and why, and what was done is not theirs", async () => {
	const { services, customer, cookie, member } = await acting();
	const { owner } = viewerOf(cookie);
	if (!owner) throw new Error("no session");
	await services.projects.create(owner, projectSchema.parse({ name: "Site", status: "in-progress" }));
	expect(await services.sessions.endActing(owner)).toBe(true);
	expect(await services.sessions.endActing(owner)).toBe(false);
	expect(await viewerOf(cookie).customer()).toBeNull();
	const { items } = await services.activity.list({ userId: customer.id });
	expect(items.map(({ actor }) => actor)).toEqual(items.map(() => "staff"));
	expect(items.map(({ kind }) => kind).toSorted()).toEqual([
		"project.created",
		"session.staff_started",
		"session.staff_stopped",
	]);
	expect(items.find(({ kind }) => kind === "session.staff_started")?.params).toEqual({
		name: "Wanjiku",
		reason: "DNS help in ticket 12",
	});
	const auditor = await aSignedInMember(["owner"]);
	const log = await services.staff.auditLog.list(auditor.session, { subject: customer.id });
	expect(
		log.items.map(({ kind, staffId }) => ({ kind, staffId })).toSorted((a, b) => a.kind.localeCompare(b.kind)),
	).toEqual([
		{ kind: "customer.acted", staffId: member.id },
		{ kind: "customer.sign_in_started", staffId: member.id },
		{ kind: "customer.sign_in_stopped", staffId: member.id },
	]);
});

type Acting = Awaited<ReturnType<typeof acting>>;

test.each<[string, (visit: Acting) => Promise<unknown>]>([
	["its half hour is over", () => later().endExpiredActing()],
	["its staff sign in as another customer", async ({ services, by }) => startAnother(services, by)],
	["its staff sign out", ({ services, session }) => services.staff.sessions.end(session)],
	["the customer is signed out everywhere", ({ services, customer }) => endAll(services, customer.id)],
])("when a session as a customer ends because %s, the audit log and the customer see it", async (_, end) => {
	const visit = await acting();
	const { services, customer, member } = visit;
	const startedAt = Date.now();
	const kindsOf = async () => {
		const auditor = await aSignedInMember(["owner"]);
		const log = await services.staff.auditLog.list(auditor.session, { subject: customer.id });
		const { items } = await services.activity.list({ userId: customer.id });
		return { log: log.items.filter(({ kind }) => kind === "customer.sign_in_stopped"), items };
	};
	expect((await kindsOf()).log).toEqual([]);
	await end(visit);
	const { log, items } = await kindsOf();
	expect(log).toMatchObject([{ staffId: member.id, staffName: "Wanjiku Kamau", customerId: customer.id }]);
	const stopped = items.filter(({ kind }) => kind === "session.staff_stopped");
	expect(stopped).toMatchObject([{ actor: "staff" }]);
	for (const at of [log[0]?.at, stopped[0]?.createdAt]) {
		expect(at).toBeGreaterThanOrEqual(startedAt);
		expect(at).toBeLessThanOrEqual(Date.now());
	}
	expect(await viewerOf(visit.cookie).customer()).toBeNull();
});

const later = () => testServices({ clock: () => Date.now() + 31 * MINUTE }).sessions;

const startAnother = async ({ customerActions }: Acting["services"], by: Acting["by"]) =>
	customerActions.startSignIn(by, (await aCustomer()).id, aClient(), "Another");

const endAll = async ({ customerActions }: Acting["services"], id: string) =>
	customerActions.endSessions((await aSignedInMember(["manager"])).session, id, "Lost phone");

test("abuse: what is done as a customer is in the audit log with the person's name, or is not done", async () => {
	const { services, customer, cookie, member } = await acting();
	const { owner } = viewerOf(cookie);
	if (!owner) throw new Error("no session");
	const project = (name: string) =>
		services.projects.create(owner, projectSchema.parse({ name, status: "in-progress" }));
	await project("Shop");
	const auditor = await aSignedInMember(["owner"]);
	const log = async () => (await services.staff.auditLog.list(auditor.session, { subject: customer.id })).items;
	const entry = (await log()).find(({ kind }) => kind === "customer.acted");
	expect(entry).toMatchObject({ staffId: member.id, staffName: "Wanjiku Kamau", subjectId: customer.id });
	expect(entry && auditText(entry)).toMatch(/^As the customer: .*Shop/);

	await env.DB.prepare("update staff set status = 'disabled' where id = ?").bind(member.id).run();
	await project("Another").catch(() => null);
	const projects = await env.DB.prepare("select name from projects where user_id = ?").bind(customer.id).all();
	expect(projects.results).toEqual([{ name: "Shop" }]);
	await services.projects.create({ userId: customer.id }, projectSchema.parse({ name: "Own", status: "in-progress" }));
	expect((await log()).filter(({ kind }) => kind === "customer.acted")).toHaveLength(1);
});

test("a customer's own session is not limited, and can't be stopped as that of staff", async () => {
	const customer = await aCustomer();
	const started = await testServices().sessions.start({ userId: customer.id, remembered: false, client: aClient() });
	const cookie = `__Host-session=${started.ok ? started.value.token : ""}`;
	expect((await send("/dashboard/account-settings/security", cookie)).status).toBe(200);
	const { owner } = viewerOf(cookie);
	if (!owner) throw new Error("no session");
	expect(await testServices().sessions.endActing(owner)).toBe(false);
	expect(await viewerOf(cookie).customer()).toMatchObject({ id: customer.id, acting: null });
});
