import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { servicesContext, viewerContext } from "~/context";
import { ownedBy } from "~/db/owner";
import { domains } from "~/db/schema";
import { MINUTE } from "~/lib/durations";
import { requireCustomer } from "~/middleware/require-customer";
import { viewer } from "~/middleware/viewer";
import { aCustomer, aSession, testServices } from "../support/factories";
import { readLogs } from "../support/logs";

interface Visit {
	path?: string;
	method?: string;
	cookie?: string | undefined;
	body?: FormData | URLSearchParams;
	services?: ReturnType<typeof testServices>;
	/** Replaces the page's loaders or action. */
	page?: (context: RouterContextProvider) => Promise<unknown>;
}

/** A request through both middlewares, as React Router runs them. */
async function visit({ path = "/dashboard", method = "GET", cookie, body, services = testServices(), page }: Visit) {
	const url = new URL(path, "https://kikoa.test");
	const sent = new Request(url, { method, headers: cookie ? { Cookie: cookie } : {}, ...(body && { body }) });
	// A browser sends it with every form.
	const bytes = await sent.clone().arrayBuffer();
	if (body) sent.headers.set("Content-Length", String(bytes.byteLength));
	const request = sent;
	const context = new RouterContextProvider();
	context.set(servicesContext, services);
	const args = { request, url, context, params: {}, pattern: path } as unknown as Parameters<typeof viewer>[0];
	let ran = false;
	const render = async () => {
		ran = true;
		const response = await page?.(context);
		return response instanceof Response ? response : new Response("private");
	};
	try {
		const response = await viewer(args, async () => (await requireCustomer(args, render)) as Response);
		return { response: response as Response, thrown: null, ran, services };
	} catch (thrown) {
		return { response: thrown as Response, thrown, ran, services };
	}
}

test("a visitor without a session is asked to sign in, and nothing is read", async () => {
	const { response, ran, services } = await visit({ path: "/dashboard/domains?status=active" });
	expect(response.status).toBe(302);
	expect(response.headers.get("Location")).toBe("/login?next=%2Fdashboard%2Fdomains%3Fstatus%3Dactive");
	expect([ran, services.db.roundTrips]).toEqual([false, 0]);
});

test("a request for another account's row is logged with its sender, and writes nothing", async () => {
	const logs = readLogs();
	const missingRows = () => logs.lines("row_not_in_account");
	const user = await aCustomer();
	const { cookie } = await aSession(user);
	const missing = async () => new Response("", { status: 404 });
	await visit({ path: "/dashboard/domains/dom_of_another", cookie, page: missing });
	expect(missingRows()).toEqual([
		expect.objectContaining({
			accountId: user.id,
			method: "GET",
			path: "/dashboard/domains/dom_of_another",
			rowId: "dom_of_another",
		}),
	]);
	await visit({ path: "/dashboard/no-such-page", cookie, page: missing });
	await visit({ path: "/dashboard/domains/dom_of_another", page: missing });
	await visit({ path: "/dashboard/domains/dom_own", cookie });
	expect(missingRows()).toHaveLength(1);
	for (let count = 0; count < 130; count += 1)
		await visit({ path: "/dashboard/domains/dom_of_another", cookie, page: missing });
	// Twice 60 if a new minute begins during the test.
	expect(missingRows().length, "a flood").toBeLessThanOrEqual(120);
	logs.stop();
});

test("a page checks permission in the same round trip as its reads, and is not cached", async () => {
	const { cookie } = await aSession(await aCustomer());
	const services = testServices();
	const { response } = await visit({
		cookie,
		services,
		async page(context) {
			const { owner } = context.get(viewerContext);
			if (!owner) throw new Error("no owner");
			const mine = services.db.orm
				.select()
				.from(domains)
				.where(ownedBy(domains.userId, owner, Date.now()));
			await Promise.all([services.db.read(mine), context.get(viewerContext).customer()]);
		},
	});
	expect(response.status).toBe(200);
	expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	expect(services.db.roundTrips).toBe(1);
});

test("an ended session is asked to sign in, whatever the page found", async () => {
	const { cookie } = await aSession(await aCustomer());
	const services = testServices();
	await services.sessions.end(services.sessions.viewer({ cookie }).owner);
	const { response } = await visit({ cookie });
	expect([response.status, response.headers.get("Location")]).toEqual([302, "/login?next=%2Fdashboard"]);
});

const endedSession = `__Host-session=${"a".repeat(43)}`;

test("an action does not run before the session was checked", async () => {
	for (const cookie of [endedSession, undefined]) {
		const { response, ran } = await visit({ cookie, method: "POST", path: "/dashboard/projects.data?page=2" });
		expect([response.status, response.headers.get("Location"), ran]).toEqual([
			302,
			"/login?next=%2Fdashboard%2Fprojects.data%3Fpage%3D2",
			false,
		]);
	}
});

test("a form sent after its session has ended is returned to fill in again, without its secrets", async () => {
	const form = new FormData();
	const typed: [string, string][] = [
		["intent", "save"],
		["note", "first line\nsecond <line>"],
		["tag", "one"],
		["tag", "two"],
	];
	for (const [name, value] of typed) form.append(name, value);
	const secrets = ["password", "newPassword", "code", "authCode", "challenge", "token", "passkey"];
	for (const name of secrets) form.append(name, "secret");
	form.append("file", new File(["bytes"], "plan.pdf"));
	const address = "/dashboard/projects/new?from=here";
	const { thrown, ran } = await visit({ cookie: endedSession, method: "POST", path: address, body: form });
	expect(ran).toBe(false);
	expect(thrown).toMatchObject({ init: { status: 401 }, data: { address, fields: typed, incomplete: true } });
	expect(JSON.stringify(thrown)).not.toContain("secret");
});

test("a form too long to return loses its fields, and the answer says so", async () => {
	const body = new URLSearchParams({ text: "x".repeat(300_000) });
	const { thrown } = await visit({ method: "POST", body });
	expect(thrown).toMatchObject({ init: { status: 401 }, data: { fields: [], incomplete: true } });
});

test("a session in use is extended after the response", async () => {
	const start = Date.now();
	const user = await aCustomer();
	const { cookie } = await aSession(user, { services: testServices({ clock: () => start }) });
	const services = testServices({ clock: () => start + 6 * MINUTE });
	await visit({ cookie, services });
	await services.settle();
	const { owner } = services.sessions.viewer({ cookie });
	const [entry] = owner ? (await services.sessions.list(owner)).items : [];
	expect(entry?.seenAt).toBe(start + 6 * MINUTE);
});

test("two visitors in one isolate don't share data", async () => {
	const [one, two] = [await aCustomer(), await aCustomer()];
	const sessions = await Promise.all([aSession(one), aSession(two)]);
	const seen = await Promise.all(
		sessions.map(async ({ cookie }) => {
			let id: string | undefined;
			await visit({
				cookie,
				async page(context) {
					id = (await context.get(viewerContext).customer())?.id;
				},
			});
			return id;
		}),
	);
	expect(seen).toEqual([one.id, two.id]);
});
