import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base, type ConsoleMessage, expect, type Page, type TestInfo, type WebError } from "@playwright/test";
import { createId } from "~/lib/ids";
import { demoSignIn } from "../../scripts/database.mjs";
import { freePort } from "../../scripts/port.mjs";
import { localSecrets } from "../../scripts/secrets.mjs";
import { openShop } from "../../scripts/shop.mjs";
import { freshState } from "./shop-state";

export { expect } from "@playwright/test";

export type Shop = Awaited<ReturnType<typeof openShop>>;

export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
	links: string[];
}

export interface Customer {
	email: string;
	password: string;
	firstName: string;
}

interface SharedSession {
	id: string;
	email: string;
	cookies: { name: string; value: string }[];
}

interface Fixtures {
	/** Lets the page log errors that match; any other console error or page error fails the test. */
	expectConsoleError(pattern: RegExp): void;
	/** The emails of the built-in inbox, newest first. */
	readInbox(): Promise<Mail[]>;
	/** Waits for an email. */
	mailTo(address: string, subject: RegExp): Promise<Mail>;
	/** Signs the page in as the demo customer of the seed. */
	demo(): Promise<{ id: string; email: string }>;
	/** Signs the page in as a customer without any data. Tests share this customer, so they must not add any. */
	fresh(): Promise<{ id: string; email: string }>;
	/** Signs the page in as a new customer with a verified address, without sending an email. */
	registerAndSignIn(): Promise<Customer>;
}

interface WorkerFixtures {
	shop: Shop;
	demoSession: () => Promise<SharedSession>;
	freshSession: () => Promise<SharedSession>;
}

/** One running shop per Playwright worker. Each test has its own client address, so that rate limits don't add up. */
export const test = base.extend<Fixtures, WorkerFixtures>({
	shop: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
		async ({}, use) => {
			const { shop, end } = await startShop();
			await use(shop);
			await end();
		},
		{ scope: "worker", timeout: 60_000 },
	],

	baseURL: async ({ shop }, use) => use(shop.origin),

	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
	extraHTTPHeaders: async ({}, use, testInfo) => use({ "CF-Connecting-IP": addressOf(testInfo) }),

	expectConsoleError: [
		async ({ context }, use) => {
			const allowed: RegExp[] = [];
			const problems: string[] = [];
			const onConsole = (message: ConsoleMessage) => {
				if (message.type() === "error") problems.push(`${message.text()} (${message.location().url})`);
			};
			const onError = (error: WebError) => void problems.push(String(error.error().stack));
			context.on("console", onConsole).on("weberror", onError);
			await use((pattern) => void allowed.push(pattern));
			context.off("console", onConsole).off("weberror", onError);
			const unexpected = problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
			expect(unexpected, "errors in the browser").toEqual([]);
		},
		{ auto: true },
	],

	readInbox: async ({ request }, use) => {
		await use(async () => {
			const response = await request.get("/dev/inbox.json");
			expect(response.ok(), `/dev/inbox.json answered ${response.status()}`).toBe(true);
			return response.json();
		});
	},

	mailTo: async ({ readInbox }, use) => {
		await use(async (address, subject) => {
			let found: Mail | undefined;
			await expect
				.poll(
					async () => {
						const inbox = await readInbox();
						found = inbox.find((mail) => mail.to.includes(address) && subject.test(mail.subject));
						return found?.subject ?? inbox.map((mail) => `${mail.to}: ${mail.subject}`).slice(0, 5);
					},
					{ message: `a mail to ${address} about ${subject}`, timeout: 20_000 },
				)
				.toMatch(subject);
			return found as Mail;
		});
	},

	// One session serves all tests of a shop: signing in is slow on purpose.
	demoSession: [
		async ({ shop }, use) => {
			let session: Promise<SharedSession> | undefined;
			await use(() => {
				session ??= signInAsDemo(shop);
				return session;
			});
		},
		{ scope: "worker" },
	],

	freshSession: [
		async ({ shop }, use) => {
			let session: Promise<SharedSession> | undefined;
			await use(() => {
				session ??= register(shop);
				return session;
			});
		},
		{ scope: "worker" },
	],

	demo: async ({ context, shop, demoSession }, use) => {
		await use(async () => {
			const { cookies, ...customer } = await demoSession();
			await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: shop.origin })));
			return customer;
		});
	},

	fresh: async ({ context, shop, freshSession }, use) => {
		await use(async () => {
			const { cookies, ...customer } = await freshSession();
			await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: shop.origin })));
			return customer;
		});
	},

	registerAndSignIn: async ({ context, shop }, use, testInfo) => {
		await use(async () => {
			const customer = newCustomer();
			const { cookies } = await register(shop, customer, addressOf(testInfo));
			await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: shop.origin })));
			return customer;
		});
	},
});

/** Registers a customer and starts a session, without a browser. */
export async function register(shop: Shop, customer = newCustomer(), ip = "10.255.0.1"): Promise<SharedSession> {
	const registered = await fetch(`${shop.origin}/api/userauth/register`, {
		method: "POST",
		headers: { "Content-Type": "application/json", Origin: shop.origin, "CF-Connecting-IP": ip },
		body: JSON.stringify({ ...customer, lastName: "Wanjiru", country: "Kenya", terms: true }),
	});
	expect(registered.ok, await registered.text()).toBe(true);
	const { id, token } = await startSession(await shop.database(), customer.email);
	return { id, email: customer.email, cookies: [{ name: "session", value: token }] };
}

async function signInAsDemo({ origin }: Shop): Promise<SharedSession> {
	const { email, password } = await demoSignIn();
	const response = await fetch(`${origin}/api/userauth/login`, {
		method: "POST",
		headers: { "Content-Type": "application/json", Origin: origin },
		body: JSON.stringify({ email, password, remember: false }),
	});
	expect(response.status, await response.clone().text()).toBe(200);
	const { user } = (await response.json()) as { user: { id: string } };
	const cookies = response.headers.getSetCookie().map((line) => {
		const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
		return { name, value };
	});
	return { id: user.id, email, cookies };
}

/** Verifies the address and starts a session, as the emailed link does. auth.e2e.ts tests the real link. */
async function startSession(database: Awaited<ReturnType<Shop["database"]>>, email: string) {
	const token = randomBytes(32).toString("base64url");
	const hash = createHash("sha256").update(token).digest("hex");
	const now = Date.now();
	const until = now + 3_600_000;
	const [users] = await database.batch<{ id: string }>([
		database
			.prepare("UPDATE users SET status = 'active', verified_at = ? WHERE email = ? RETURNING id")
			.bind(now, email),
		database
			.prepare(
				`INSERT INTO sessions (id, user_id, token_hash, remembered, user_agent, place, created_at, seen_at, idle_expires_at, expires_at)
				SELECT ?, id, ?, 0, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', '', ?, ?, ?, ? FROM users WHERE email = ?`,
			)
			.bind(createId("ses"), hash, now, now, until, until, email),
	]);
	return { id: users?.results[0]?.id ?? "", token };
}

/**
 * Starts a separate shop on a fresh copy of the seeded data. `settings` override its variables, `wrap` returns a module
 * that runs in place of the built Worker. `services` answer in place of other machines, by host name.
 */
export async function startShop(
	settings: Record<string, string> = {},
	wrap?: (main: string) => string,
	services: Readonly<Record<string, (request: Request) => Promise<Response>>> = {},
): Promise<{ shop: Shop; end: () => Promise<void> }> {
	const state = mkdtempSync(path.join(tmpdir(), "kikoa-"));
	cpSync(freshState, state, { recursive: true });
	const port = await freePort();
	const outbound = (request: Request) => blockExternalRequests(request, services);
	const vars = { ...localSecrets(), APP_ORIGIN: `http://localhost:${port}`, ...settings };
	const shop = await openShop({ port, state, vars, outbound, ...(wrap && { wrap }) });
	const end = async () => {
		await shop.close();
		rmSync(state, { recursive: true, force: true });
	};
	return { shop, end };
}

let customers = 0;

/** A new customer with a unique address. */
export function newCustomer(): Customer {
	customers += 1;
	const email = `achieng.${process.pid}.${Date.now().toString(36)}.${customers}@example.co.ke`;
	return { email, password: "maji ya kisima 2026", firstName: "Achieng" };
}

/** The email's link that has the parameter. */
export function linkIn(mail: Mail, parameter: string): string {
	const link = mail.links.find((href) => new URL(href).searchParams.has(parameter));
	if (!link) throw new Error(`No link with ${parameter} in "${mail.subject}": ${mail.links.join(" ")}`);
	return link;
}

/** Fails when the page is wider than its window. */
export async function fitsWidth(page: Page): Promise<void> {
	const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	expect(over, `pixels beyond the window on ${page.url()}`).toBeLessThanOrEqual(0);
}

/** Blocks requests to other machines, except to `services`. The Worker's own address is local. */
async function blockExternalRequests(
	request: Request,
	services: NonNullable<Parameters<typeof startShop>[2]>,
): Promise<Response> {
	const { url, method, headers } = request;
	const { hostname } = new URL(url);
	const service = services[hostname];
	if (!service && hostname !== "localhost") return new Response(`The tests don't reach ${hostname}.`, { status: 502 });
	const body = method === "GET" || method === "HEAD" ? undefined : await request.arrayBuffer();
	const init = { method, headers: new Headers([...headers]), body, redirect: "manual" } as const;
	return service ? service(new Request(url, init)) : fetch(url, init);
}

/** A private IP address that only this test uses. */
function addressOf({ testId, retry }: TestInfo): string {
	let hash = retry;
	for (const character of testId) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
	return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`;
}
