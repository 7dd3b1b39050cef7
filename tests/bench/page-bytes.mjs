import { brotliCompressSync, gzipSync } from "node:zlib";
import { newVisitor } from "./visitor.mjs";

const packed = /^(font|image)\/(?!svg)/;

/** What a browser has loaded once the page is quiet: each file compressed by itself, unless its format does so. */
export async function pageBytes(browser, origin, path, cookie) {
	const context = await browser.newContext({ extraHTTPHeaders: newVisitor(cookie) });
	const page = await context.newPage();
	const files = new Map();
	page.on("response", (response) => {
		files.set(
			response.url(),
			response.body().then((body) => sizesOf(response, body)),
		);
	});
	await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
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

function sizesOf(response, body) {
	const type = response.request().resourceType();
	if (packed.test(response.headers()["content-type"] ?? "")) return { type, gzip: body.length, brotli: body.length };
	return { type, gzip: gzipSync(body).length, brotli: brotliCompressSync(body).length };
}
