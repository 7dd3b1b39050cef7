import { createHash } from "node:crypto";
import { request as newRequest } from "@playwright/test";
import routes from "~/routes";
import { staticPaths } from "~/static-paths";
import { expect, test } from "../support/shop";

type RouteEntry = (typeof routes)[number];

/** Every address of the site, with parameters that do not exist. */
const addresses = [...new Set(paths(routes))];

function* paths(entries: readonly RouteEntry[], parent = ""): Generator<string> {
	for (const { path, index, children } of entries) {
		const own = path === undefined ? parent : `${parent}/${path}`;
		if (index || path !== undefined) yield own.replace(/:\w+/g, "absent").replace(/\*$/, "absent") || "/";
		if (children) yield* paths(children, own);
	}
}

const documents = addresses.filter((address) => !address.endsWith(".json"));

test("the list of addresses matches the route table", () => {
	expect(addresses).toEqual(expect.arrayContaining(["/", "/status"]));
	expect(addresses.length).toBeGreaterThan(5);
});

test("a write from another site is refused at every page and its data", async ({ request, shop }) => {
	for (const address of addresses.filter((path) => !(staticPaths as readonly string[]).includes(path))) {
		for (const target of [address, `${address === "/" ? "/_" : address}.data`]) {
			const response = await request.post(target, {
				headers: { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
				form: { email: "a@example.com" },
				maxRedirects: 0,
			});
			expect(response.status(), `${shop.origin}${target}`).toBe(403);
		}
	}
});

test("another site can't sign a visitor in", async ({ request }) => {
	const response = await request.post("/login", {
		headers: { Origin: "https://evil.example" },
		form: { email: "demo@example.com", password: "whatever it is" },
		maxRedirects: 0,
	});
	expect(response.status()).toBe(403);
	expect(response.headers()["set-cookie"]).toBeUndefined();
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");

test("every page, asset and error has the security headers, and allows inline scripts by nonce or hash", async ({
	request,
}) => {
	for (const address of [...documents, "/nowhere", "/favicon.svg"]) {
		const response = await request.get(address, { maxRedirects: 0 });
		const headers = response.headers();
		expect(headers["x-content-type-options"], address).toBe("nosniff");
		expect(headers["x-frame-options"], address).toBe("DENY");
		expect(headers["referrer-policy"], address).toBeTruthy();
		const policy = headers["content-security-policy"] ?? "";
		expect(policy, address).toContain("frame-ancestors 'none'");
		expect(policy, address).not.toContain("unsafe");
		if (!headers["content-type"]?.includes("html")) continue;
		const body = await response.text();
		const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
		for (const [, attributes = "", text = ""] of body.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)) {
			if (/\bsrc=|application\/(ld\+)?json/.test(attributes)) continue;
			if (nonce) expect(attributes, `${address}: an inline script`).toContain(`nonce="${nonce}"`);
			else expect(policy, `${address}: an inline script`).toContain(`'sha256-${sha256(text)}'`);
		}
		expect(body, `${address}: a style attribute`).not.toMatch(/<[^>]+\sstyle="/);
	}
});

test("two responses have different nonces", async ({ request }) => {
	const policies = await Promise.all(
		[1, 2].map(async () => (await request.get("/status")).headers()["content-security-policy"]),
	);
	expect(policies[0]).toContain("nonce-");
	expect(policies[0]).not.toBe(policies[1]);
});

test("a personal page requested with a file extension is not cached", async ({ request }) => {
	for (const address of ["/dashboard", "/dashboard.data", "/dashboard/x.css", "/dashboard/domains.data"]) {
		const response = await request.get(address, { maxRedirects: 0 });
		expect(response.headers()["cache-control"], address).toContain("no-store");
	}
});

test("build headers of the framework have no effect from outside", async ({ request }) => {
	const headers = { "X-React-Router-SPA-Mode": "yes", "X-React-Router-Prerender-Data": "%5B%7B%7D%5D" };
	const response = await request.get("/status", { headers });
	expect(response.status()).toBe(200);
	expect(await response.text()).toContain("Backend is running.");
});

test("the manifest endpoint refuses a long list, and tells nothing about another release", async ({ request }) => {
	const manifest = (paths: string) => request.get(`/__manifest?${new URLSearchParams({ paths, version: "1" })}`);
	expect((await manifest(Array.from({ length: 2000 }, (_, n) => `/x${n}`).join(","))).status()).toBe(414);
	const other = await manifest("/dashboard/domains");
	expect([other.status(), await other.text()]).toEqual([204, ""]);
	expect(other.headers()["set-cookie"]).toBeUndefined();
});

test("a thousand cookies and a broken query are answered without a 500", async ({ shop }) => {
	const context = await newRequest.newContext({ baseURL: shop.origin });
	const cookie = Array.from({ length: 1000 }, (_, n) => `c${n}=x`).join("; ");
	expect((await context.get("/status", { headers: { Cookie: cookie } })).status()).toBeLessThan(500);
	expect((await context.get("/status?q=%E0%A4%A")).status()).toBeLessThan(500);
	await context.dispose();
});

test("after signing out, the back button shows no personal page", async ({ page, registerAndSignIn }) => {
	const { firstName } = await registerAndSignIn();
	await page.goto("/dashboard");
	await expect(page.getByText(firstName).first()).toBeVisible();
	await page.goto("/logout");
	await page.locator("main").getByRole("button").click();
	await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
	// Goes back past the sign-out pages. Each one is loaded again, and going back during a load restarts it.
	await expect(async () => {
		if (new URL(page.url()).pathname === "/logout") await page.evaluate(() => history.back());
		await expect(page).toHaveURL(/\/login\?next=/, { timeout: 2_000 });
	}).toPass({ timeout: 20_000 });
	await expect(page.getByText(firstName)).toHaveCount(0);
});

test("visitors who leave during a response don't stop the shop", async ({ shop, request }) => {
	for (let n = 0; n < 20; n += 1) {
		const leaving = new AbortController();
		const response = await fetch(`${shop.origin}/domains/search?q=duka${n}`, {
			signal: leaving.signal,
			headers: { "CF-Connecting-IP": "10.9.9.9" },
		});
		await response.body?.getReader().read();
		leaving.abort();
	}
	expect((await request.get("/status")).status()).toBe(200);
});
