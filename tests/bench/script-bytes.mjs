import { brotliCompressSync, gzipSync } from "node:zlib";
import { newVisitor } from "./visitor.mjs";

/** What a browser has loaded as script once the page is quiet, each file compressed by itself. */
export async function scriptBytes(browser, origin, path, cookie) {
	const context = await browser.newContext({ extraHTTPHeaders: newVisitor(cookie) });
	const page = await context.newPage();
	const bodies = new Map();
	page.on("response", (response) => {
		if (response.request().resourceType() === "script") bodies.set(response.url(), response.body());
	});
	await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
	const scripts = await Promise.all(bodies.values());
	await context.close();
	return {
		files: scripts.length,
		gzip: sum(scripts.map((body) => gzipSync(body).length)),
		brotli: sum(scripts.map((body) => brotliCompressSync(body).length)),
	};
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
