import { brotliCompressSync, gzipSync } from "node:zlib";
import { browserCookies, newVisitor } from "./visitor.mjs";

const compressedTypes = /^(font|image)\/(?!svg)/;

/**
 * Sizes of all files that a page loads until the network is idle. Files are compressed, unless their format already is.
 * @param {{ url: string, cookie: string }} visit
 */
export async function pageBytes(browser, { url, cookie }) {
	const { origin } = new URL(url);
	const context = await browser.newContext({ extraHTTPHeaders: newVisitor() });
	await context.addCookies(browserCookies(origin, cookie));
	const page = await context.newPage();
	const files = new Map();
	const receive = (response) => {
		files.set(
			response.url(),
			response.body().then((body) => sizesOf(response, body)),
		);
	};
	page.on("response", receive);
	const answer = await page.goto(url, { waitUntil: "networkidle" });
	if (answer.status() !== 200) throw new Error(`${url} answered ${answer.status()}`);
	// A page without React fetches its script after it is painted. islands/start.ts deletes the property then.
	await page.waitForFunction(() => !("earlyClicks" in window));
	await page.waitForLoadState("networkidle");
	// Prefetches for other pages may still be running.
	page.off("response", receive);
	const loaded = await Promise.all(files.values());
	await context.close();
	const scripts = loaded.filter(({ type }) => type === "script");
	const sum = (some, key) => some.reduce((total, one) => total + one[key], 0);
	return {
		scripts: scripts.length,
		script: { gzip: sum(scripts, "gzip"), brotli: sum(scripts, "brotli") },
		files: loaded.length,
		all: { gzip: sum(loaded, "gzip"), brotli: sum(loaded, "brotli") },
		foreign: [...files.keys()].filter((address) => !address.startsWith(`${origin}/`) && !address.startsWith("data:")),
	};
}

/** Bytes of script that each address loads in a browser that has loaded the first one. */
export async function addedScript(browser, origin, first, addresses, cookie) {
	const context = await browser.newContext({ extraHTTPHeaders: newVisitor(cookie) });
	const page = await context.newPage();
	const loading = new Map();
	page.on("response", (response) => {
		if (response.request().resourceType() !== "script" || loading.has(response.url())) return;
		loading.set(
			response.url(),
			response.body().then(
				(body) => sizesOf(response, body).brotli,
				() => 0,
			),
		);
	});
	await page.goto(`${origin}${first}`, { waitUntil: "networkidle" });
	const known = new Set(loading.keys());
	const added = [];
	for (const address of addresses) {
		const response = await page.goto(`${origin}${address}`, { waitUntil: "networkidle" });
		if (response.status() !== 200) throw new Error(`${address} answered ${response.status()}`);
		const names = await page.evaluate(() =>
			performance
				.getEntriesByType("resource")
				.map(({ name }) => name)
				.filter((name) => name.endsWith(".js")),
		);
		const sizes = await Promise.all(names.filter((name) => !known.has(name)).map((name) => loading.get(name) ?? 0));
		added.push({ address, script: sizes.reduce((total, size) => total + size, 0) });
	}
	await context.close();
	return added;
}

function sizesOf(response, body) {
	const type = response.request().resourceType();
	if (compressedTypes.test(response.headers()["content-type"] ?? ""))
		return { type, gzip: body.length, brotli: body.length };
	return { type, gzip: gzipSync(body).length, brotli: brotliCompressSync(body).length };
}
