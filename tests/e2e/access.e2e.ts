import { defaultEntries } from "../support/forms";
import { addressOf } from "../support/pages";
import type { Page } from "../support/plain-browser";
import { linksWithin, type PortalForm, portalForms } from "../support/portal-forms";
import { isPrivate, routeTable } from "../support/route-table";
import { type OwnIds, type Pattern, forms as sampleForms } from "../support/samples";
import { expect, type Shop, startShop, test } from "../support/shop";
import { aSignIn, customerIdOf } from "../support/sign-in";

const privateRoutes = routeTable.filter(({ pattern }) => isPrivate(pattern));
const pages = privateRoutes.filter(({ page, reads }) => page && reads).map(({ pattern }) => pattern);

/** What only the demo customer may read. */
const theirs = /tujenge|amani|odhiambo|duka online/i;

/** Tables that change with every visit or in the background. */
const passing = /^(_cf|sqlite|d1_|rate_counters|write_receipts|sessions)/;

test("every private address is read by its owner in one round trip to D1, and refused to another customer and a visitor", async () => {
	test.slow();
	const { shop, end } = await startShop();
	try {
		const demo = await customerIdOf(shop, "amani@example.com");
		const owner = await sessionOf(shop, demo, "owner");
		const other = await sessionOf(shop, await customerIdOf(shop, "wanjiru@example.org"), "other");
		const ids = await idsOf(shop, demo);
		const ticket = await addressFor("/dashboard/support/:ticketId", shop, demo, "");
		const files = {
			project: await fileOf(shop, `/dashboard/projects/${ids.projectId}`, owner),
			ticket: await fileOf(shop, ticket, owner),
		};
		const addressOf = (pattern: string) =>
			addressFor(pattern, shop, demo, pattern.includes(":ticketId") ? files.ticket : files.project);
		const theirIds = await idsOfRows(shop, demo);
		const met = await metBy(shop, owner, await Promise.all(pages.map(addressOf)));
		const before = await rowsOf(shop, demo);

		for (const { pattern, acts, reads } of privateRoutes) {
			const address = await addressOf(pattern);
			const owned = pattern.includes(":");
			const forms = acts ? sampleForms[pattern as Pattern]?.(ids) : [];
			expect.soft(forms, `${pattern}: tests/support/samples.ts has no form for its action`).toBeDefined();
			for (const target of [address, `${address}.data`]) {
				const anonymous = await read(shop, target);
				expect.soft([202, 302, 404, 405], `nobody reads ${target}`).toContain(anonymous.status);
				expect.soft(anonymous.body, `nobody reads ${target}`).not.toMatch(theirs);
				const foreign = await read(shop, target, other);
				if (owned)
					expect.soft(reads ? [404] : [400, 404, 405], `another customer reads ${target}`).toContain(foreign.status);
				expect.soft(foreign.body, `another customer reads ${target}`).not.toMatch(theirs);
				for (const form of [{}, ...(forms ?? [])]) {
					const nobody = await send(shop, target, form);
					expect.soft([202, 302, 401, 404, 405], `nobody sends to ${target}`).toContain(nobody.status);
					const sent = await send(shop, target, form, other);
					expect.soft(sent.status, `another customer sends to ${target}`).toBeLessThan(500);
					expect.soft(sent.body, `another customer sends to ${target}`).not.toMatch(theirs);
					if (owned) expect.soft(sent.status, `another customer sends to ${target}`).toBeGreaterThanOrEqual(400);
				}
			}
		}
		for (const address of met.queries) {
			const { body, status } = await read(shop, address, other);
			expect.soft(status, `another customer reads ${address}`).toBeLessThan(500);
			expect.soft(foundIn(body, theirIds, address), `another customer reads ${address}`).toEqual([]);
			expect.soft(body, `another customer reads ${address}`).not.toMatch(theirs);
		}
		const naming = met.forms.map(sentByForm).filter((sent) => foundIn(JSON.stringify(sent), theirIds).length > 0);
		expect(naming.length).toBeGreaterThan(20);
		for (const { key, address, fields } of naming) {
			const sent = await send(shop, address, fields, other);
			expect.soft(sent.status, `another customer sends ${key}`).toBeLessThan(500);
			const sentIds = JSON.stringify([address, fields]);
			expect.soft(foundIn(sent.body, theirIds, sentIds), `another customer sends ${key}`).toEqual([]);
			// Must not reveal whether it exists.
			const [to, form] = JSON.parse(withUnknownIds(sentIds)) as [string, Record<string, string>];
			const absent = await send(shop, to, form, other);
			expect.soft(difference(sent, absent), `another customer's and no row: ${key}`).toBe("");
		}
		expect.soft(await rowsOf(shop, demo), "what others did changed the owner's rows").toEqual(before);

		for (const { pattern, page } of privateRoutes) {
			const address = await addressOf(pattern);
			const { headers, status, trips } = await read(shop, address, owner);
			// Addresses with only an action answer a GET with 400 or 405.
			expect.soft(page ? [200, 302] : [200, 302, 400, 405], `the owner reads ${address}`).toContain(status);
			const saved = !page && status === 200 && !headers.get("Content-Type")?.startsWith("application/json");
			if (saved) expect.soft(isHarmless(headers), `${address} is saved, sandboxed and not sniffed`).toBe(true);
			if (!page) continue;
			expect.soft(trips, `D1 round trips of ${address}`).toBeLessThanOrEqual(1);
			expect.soft((await read(shop, `${address}.data`, owner)).trips, `of ${address}.data`).toBeLessThanOrEqual(1);
		}
	} finally {
		await end();
	}
});

test("another customer's id and an unknown id get the same answer", async () => {
	const { shop, end } = await startShop();
	try {
		const demo = await customerIdOf(shop, "amani@example.com");
		const other = await sessionOf(shop, await customerIdOf(shop, "wanjiru@example.org"), "other");
		for (const { pattern } of privateRoutes.filter(({ pattern }) => pattern.includes(":"))) {
			const foreign = await read(shop, await addressFor(pattern, shop, demo), other);
			const absent = await read(shop, withUnknownIds(await addressFor(pattern, shop, demo)), other);
			expect.soft(difference(foreign, absent), pattern).toBe("");
		}
	} finally {
		await end();
	}
});

/** Ids of the owner's rows for its parameters. */
const addressFor = async (pattern: string, shop: Shop, userId: string, fileId = "absent") =>
	(await addressOf(pattern, shop, userId)).replace(":fileId", fileId);

/** A file of the owner's, with its bytes. */
async function fileOf({ origin }: Shop, address: string, cookie: string): Promise<string> {
	const body = new FormData();
	body.append("file", new File(["%PDF-1.7\nDuka Online"], "duka-online.pdf"));
	const headers = { ...visitor(), Cookie: cookie, Origin: origin };
	const response = await fetch(`${origin}${address}/upload`, { method: "POST", headers, body });
	expect(response.status, "uploading").toBe(201);
	return ((await response.json()) as { id: string }).id;
}

interface Met {
	/** Addresses with a query, such as an open row or an edit. */
	readonly queries: readonly string[];
	/** One form of each kind. */
	readonly forms: readonly PortalForm[];
}

/** The links and forms on the owner's pages. */
async function metBy(shop: Shop, owner: string, addresses: readonly string[]): Promise<Met> {
	const queries = new Map<string, string>();
	const forms = new Map<string, PortalForm>();
	async function meet(address: string): Promise<Page> {
		const { body, status } = await read(shop, address, owner);
		const page = { address, status, html: body, type: "text/html", redirected: false };
		for (const form of portalForms(page)) if (!forms.has(form.key)) forms.set(form.key, form);
		return page;
	}
	for (const address of addresses) {
		const links = linksWithin(await meet(address)).filter((link) => /\?.*=\w{3}_/.test(link));
		// One address per kind of row is enough.
		for (const link of links) {
			const kind = link.replace(/(\b[a-z]{3}_)\w+/g, "$1");
			if (!queries.has(kind)) queries.set(kind, link);
		}
	}
	for (const address of queries.values()) await meet(address);
	return { queries: [...queries.values()], forms: [...forms.values()] };
}

function sentByForm({ key, page, form, button }: PortalForm) {
	const address = new URL(form.action || page.address, `https://shop.test${page.address}`);
	const fields = Object.fromEntries([...defaultEntries(form), ...(button.name ? [[button.name, button.value]] : [])]);
	return { key, address: address.pathname + address.search, fields };
}

/** Ids in a text, except those in the request, which a response may repeat. */
const foundIn = (text: string, ids: readonly string[], sent = "") =>
	ids.filter((id) => text.includes(id) && !sent.includes(id));

/** Replaces ids by unknown ids of the same format. */
const withUnknownIds = (text: string) =>
	text.replace(/\b([a-z]{3}_)(\w+)/g, (_, kind: string, rest: string) => kind + "a".repeat(rest.length));

interface PlainResponse {
	readonly status: number;
	readonly body: string;
}

/** The place where two responses start to differ, or an empty string. */
function difference(one: PlainResponse, other: PlainResponse): string {
	const [a, b] = [one, other].map(({ status, body }) => `${status} ${constant(body)}`) as [string, string];
	if (a === b) return "";
	const at = [...a].findIndex((char, index) => char !== b[index]);
	return [a, b].map((text) => text.slice(Math.max(0, at - 60), at + 60)).join(" | ");
}

/** Removes what differs between any two responses, and the requested ids. */
const constant = (body: string) =>
	withUnknownIds(body)
		.replace(/nonce[=-]\S+/g, "")
		.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "")
		.replace(/[\w-]{43}/g, "");

async function read({ origin }: Shop, address: string, cookie = "") {
	const response = await fetch(`${origin}${address}`, {
		headers: { ...visitor(), Cookie: cookie },
		redirect: "manual",
	});
	const trips = Number(/d1;desc="(\d+)/.exec(response.headers.get("Server-Timing") ?? "")?.[1]);
	return { headers: response.headers, status: response.status, body: await response.text(), trips };
}

const isHarmless = (headers: Headers): boolean =>
	/^attachment;/.test(headers.get("Content-Disposition") ?? "") &&
	headers.get("X-Content-Type-Options") === "nosniff" &&
	/\bsandbox\b/.test(headers.get("Content-Security-Policy") ?? "");

async function send({ origin }: Shop, address: string, form: Readonly<Record<string, string>>, cookie = "") {
	const response = await fetch(`${origin}${address}`, {
		method: "POST",
		headers: { ...visitor(), Cookie: cookie, Origin: origin },
		body: new URLSearchParams(form),
		redirect: "manual",
	});
	return { status: response.status, body: await response.text() };
}

let visitors = 0;

/** A new client address for each request, so that no rate limit applies. */
function visitor() {
	visitors += 1;
	return { "CF-Connecting-IP": `10.77.${visitors >> 8}.${visitors & 255}` };
}

const sessionOf = async (shop: Shop, userId: string, token: string) => `session=${await aSignIn(shop, userId, token)}`;

async function idsOf(shop: Shop, userId: string): Promise<OwnIds> {
	const of = (query: string) => value(shop, query, userId);
	return {
		domainId: await of("SELECT id AS value FROM domains WHERE user_id = ? AND auto_renew = 1 LIMIT 1"),
		notificationId: await of("SELECT id AS value FROM notifications WHERE user_id = ? AND read_at IS NULL LIMIT 1"),
		recordId: await of(
			"SELECT r.id AS value FROM dns_records r JOIN domains d ON d.id = r.domain_id WHERE d.user_id = ? LIMIT 1",
		),
		projectId: await of("SELECT id AS value FROM projects WHERE user_id = ? ORDER BY created_at DESC LIMIT 1"),
		taskId: await of(
			"SELECT t.id AS value FROM project_tasks t JOIN projects p ON p.id = t.project_id WHERE p.user_id = ? LIMIT 1",
		),
		planId: await of("SELECT id AS value FROM hosting_plans WHERE user_id = ? LIMIT 1"),
		sessionId: await of("SELECT id AS value FROM sessions WHERE user_id = ? LIMIT 1"),
	};
}

async function value(shop: Shop, query: string, parameter: string): Promise<string> {
	const database = await shop.database();
	const row = await database.prepare(query).bind(parameter).first<{ value: string }>();
	if (!row) throw new Error(`Nothing for ${query}`);
	return row.value;
}

/** Ids of the customer's rows, and of the rows that belong to them. */
async function idsOfRows(shop: Shop, userId: string): Promise<string[]> {
	const rows = Object.values(await rowsOf(shop, userId)).flat() as Record<string, unknown>[];
	const ids = new Set<unknown>([userId]);
	for (const _ of ["their own", "rows that belong to them"]) {
		for (const row of rows.filter((row) => Object.values(row).some((value) => ids.has(value)))) ids.add(row.id);
	}
	return [...ids].filter((id) => typeof id === "string" && /^[a-z]{3}_/.test(id)) as string[];
}

/** All rows of the customer, and all rows of tables without a customer. */
async function rowsOf(shop: Shop, userId: string): Promise<Record<string, unknown[]>> {
	const database = await shop.database();
	const { results: tables } = await database
		.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
		.all<{ name: string }>();
	const found: Record<string, unknown[]> = {};
	for (const { name } of tables.filter(({ name }) => !passing.test(name))) {
		const { results: columns } = await database.prepare(`SELECT name FROM pragma_table_info('${name}')`).all();
		const owner = columns.some((column) => column.name === "user_id") ? "user_id" : name === "users" ? "id" : null;
		// Others may open tickets and send emails, too.
		const others: Readonly<Record<string, string>> = {
			ticket_messages: "ticket_id NOT IN (SELECT id FROM tickets WHERE user_id <> ?)",
			problems: "subject NOT IN (SELECT id FROM tickets WHERE user_id <> ?)",
			inbox_messages: "recipient = (SELECT email FROM users WHERE id = ?)",
		};
		const where = owner ? `${owner} = ?` : others[name];
		const query = where
			? database.prepare(`SELECT * FROM "${name}" WHERE ${where}`).bind(userId)
			: database.prepare(`SELECT * FROM "${name}"`);
		found[name] = (await query.all()).results;
	}
	// Sessions must not have ended.
	const sessions = await database.prepare("SELECT id FROM sessions WHERE user_id = ?").bind(userId).all();
	return { ...found, sessions: sessions.results };
}
