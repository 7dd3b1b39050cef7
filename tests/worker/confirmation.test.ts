import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { servicesContext, viewerContext } from "~/context";
import { ownedBy } from "~/db/owner";
import { users } from "~/db/schema";
import { earliestReentry } from "~/features/accounts/session";
import { MINUTE } from "~/lib/durations";
import { sha256Hex } from "~/lib/sha256";
import {
	confirmedOwnerOf,
	reenteredOwnerOf,
	requireConfirmation,
	requireConfirmedOwner,
} from "~/middleware/require-confirmation";
import { requireDomainConfirmation } from "~/middleware/require-domain-confirmation";
import { aClient } from "../support/accounts";
import { aDomain } from "../support/domains";
import { aCustomer, aSession, testPassword, testServices } from "../support/factories";
import { aConfirmedCustomer } from "../support/two-factor";

const page = new URL("https://kikoa.test/dashboard/domains/dom_1/nameservers?edit=1");
const confirmAddress = "/dashboard/confirm?next=%2Fdashboard%2Fdomains%2Fdom_1%2Fnameservers%3Fedit%3D1";

function visitor(cookie: string, services = testServices()) {
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	context.set(viewerContext, services.sessions.viewer({ cookie }));
	return context;
}

const thrownBy = async (work: Promise<unknown>) => work.then(() => null).catch((thrown: Response) => thrown);

test("a sensitive change asks for the password first, and returns to its page", async () => {
	const { cookie } = await aSession(await aCustomer());
	const refused = await thrownBy(confirmedOwnerOf(visitor(cookie), page));
	expect([refused?.status, refused?.headers.get("Location")]).toEqual([302, confirmAddress]);
});

test("a sign-in counts as a confirmation for ten minutes, but not for changes to how the customer signs in", async () => {
	let now = Date.now();
	const services = testServices({ clock: () => now });
	const { email } = await aCustomer({ password: testPassword });
	const login = await services.accounts.login({ email, password: testPassword, remember: false }, aClient(), null);
	if (!login.ok) throw new Error(login.error.message);
	const context = () => visitor(`__Host-session=${login.value.token}`, services);
	const sessionHash = sha256Hex(login.value.token);
	expect(await confirmedOwnerOf(context(), page)).toMatchObject({ sessionHash });
	const asked = await thrownBy(reenteredOwnerOf(context(), page));
	expect(asked?.headers.get("Location")).toBe(confirmAddress);
	// The statements of such a change check it too.
	const { db } = services;
	const owner = { sessionHash, confirmedFrom: earliestReentry(now, now) };
	expect(
		await db.read(
			db.orm
				.select({ id: users.id })
				.from(users)
				.where(ownedBy(users.id, owner, now)),
		),
	).toEqual([]);

	now += 10 * MINUTE + 1;
	expect((await thrownBy(confirmedOwnerOf(context(), page)))?.status).toBe(302);
	const customer = await services.sessions.viewer({ cookie: `__Host-session=${login.value.token}` }).customer();
	if (!customer) throw new Error("Not signed in");
	const confirmed = await services.confirmation.confirm(
		customer,
		{ sessionHash },
		{ password: testPassword },
		aClient(),
	);
	if (!confirmed.ok) throw new Error(confirmed.error.message);
	const again = visitor(`__Host-session=${confirmed.value.token}`, services);
	expect(await reenteredOwnerOf(again, page)).toMatchObject({ sessionHash: sha256Hex(confirmed.value.token) });
});

test("a guarded route serves neither page nor action without a confirmed session", async () => {
	const { cookie } = await aSession(await aCustomer());
	for (const method of ["GET", "POST"]) {
		const context = visitor(cookie);
		const args = { request: new Request(page, { method }), url: page, context, params: {}, pattern: "" };
		let acted = false;
		const next = async () => {
			acted = method === "POST";
			return new Response("private");
		};
		const refused = await thrownBy(
			Promise.resolve(requireConfirmation(args as unknown as Parameters<typeof requireConfirmation>[0], next)),
		);
		expect([refused?.headers.get("Location"), acted]).toEqual([confirmAddress, false]);
	}
});

test("a form with much to type is refused with a code when the confirmation has expired", async () => {
	const { cookie, owner } = await aConfirmedCustomer();
	const { sessionHash } = owner;
	const late = testServices({ clock: () => Date.now() + 11 * MINUTE });
	expect(await requireConfirmedOwner(visitor(cookie))).toMatchObject({ ok: true, value: { sessionHash } });
	const refused = await requireConfirmedOwner(visitor(cookie, late));
	expect(refused).toMatchObject({ ok: false, error: { kind: "forbidden", code: "confirm_password" } });
});

test("a domain's page asks for the password, unless the domain can't be changed now", async () => {
	const user = await aCustomer();
	const { cookie } = await aSession(user);
	const outcome = async (path: string, status: "pending" | "active" | "expired") => {
		const { id } = await aDomain(user.id, { status });
		const url = new URL(`/dashboard/domains/${id}/${path}`, page);
		const context = visitor(cookie);
		const args = { request: new Request(url), url, context, params: { domainId: id }, pattern: "" };
		const served = requireDomainConfirmation(
			args as unknown as Parameters<typeof requireDomainConfirmation>[0],
			async () => new Response("page"),
		);
		return (await thrownBy(Promise.resolve(served))) === null ? "served" : "asked";
	};
	expect(await outcome("nameservers", "active")).toBe("asked");
	expect(await outcome("nameservers", "expired")).toBe("asked");
	expect(await outcome("nameservers", "pending")).toBe("served");
	expect(await outcome("delete", "active")).toBe("asked");
	expect(await outcome("delete", "expired")).toBe("served");
});

test("the password allows sensitive changes for ten minutes, in this session only", async () => {
	const start = Date.now();
	const { user, cookie } = await aConfirmedCustomer(testServices({ clock: () => start }));
	const at = (ms: number) => thrownBy(confirmedOwnerOf(visitor(cookie, testServices({ clock: () => ms })), page));
	expect(await at(start + 10 * MINUTE)).toBeNull();
	expect((await at(start + 10 * MINUTE + 1))?.status).toBe(302);
	const elsewhere = await aSession(user);
	expect((await thrownBy(confirmedOwnerOf(visitor(elsewhere.cookie), page)))?.status).toBe(302);
});

test("a confirmation gives the session a new token, and the old token no longer works", async () => {
	const { before, cookie, user } = await aConfirmedCustomer();
	const { sessions } = testServices();
	expect(await sessions.viewer({ cookie: before.cookie }).customer()).toBeNull();
	expect(await sessions.viewer({ cookie }).customer()).toMatchObject({ id: user.id, sessionId: before.sessionId });
});

test("guessing the password is limited, and a wrong one confirms nothing", async () => {
	const services = testServices();
	const { cookie, token } = await aSession(await aCustomer({ password: testPassword }));
	const customer = await services.sessions.viewer({ cookie }).customer();
	if (!customer) throw new Error("Not signed in");
	const enter = (password: string) =>
		services.confirmation.confirm(customer, { sessionHash: sha256Hex(token) }, { password }, aClient());
	for (let guess = 0; guess < 5; guess += 1)
		expect(await enter("a wrong guess")).toMatchObject({
			ok: false,
			error: { fields: { password: expect.any(String) } },
		});
	expect(await enter(testPassword)).toMatchObject({ ok: false, error: { kind: "rate_limited" } });
	await services.settle();
	// The owner sees them, one row per kind and hour.
	const events = await services.securityLog.list({ userId: customer.id });
	expect(
		Object.fromEntries(events.filter(({ kind }) => kind !== "signed_in").map((row) => [row.kind, row.count])),
	).toEqual({
		wrong_password: 5,
		too_many_attempts: 1,
	});
	expect((await services.sessions.viewer({ cookie }).customer())?.confirmedAt).toBeNull();
});

test("the SQL statement refuses an expired confirmation", async () => {
	const { user, owner } = await aConfirmedCustomer();
	const { sessionHash } = owner;
	const { db } = testServices();
	const found = (confirmedFrom: number) => {
		const mine = ownedBy(users.id, { sessionHash, confirmedFrom }, Date.now());
		return db.read(db.orm.select({ id: users.id }).from(users).where(mine));
	};
	expect(await found(Date.now() - MINUTE)).toEqual([{ id: user.id }]);
	expect(await found(Date.now() + MINUTE)).toEqual([]);
});
