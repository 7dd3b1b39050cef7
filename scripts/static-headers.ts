import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { securityHeaders, staticPolicy } from "../app/platform/content-security";

const client = "build/client";

/**
 * Writes `_headers` for the assets layer: security headers for everything, the page policy with the hash of every
 * inline script that the prerendered pages hold, and a year of caching for files with a hash in their name.
 */
export async function writeStaticHeaders(): Promise<void> {
	const { vars } = JSON.parse(await readFile("build/server/wrangler.json", "utf8"));
	const hashes = new Set<string>();
	for (const file of await readdir(client, { recursive: true })) {
		if (!file.endsWith(".html")) continue;
		for (const hash of inlineScripts(await readFile(path.join(client, file), "utf8"))) hashes.add(hash);
	}
	const rules = [
		rule("/*", {
			...securityHeaders(vars.APP_ORIGIN),
			"Content-Security-Policy": staticPolicy([...hashes], vars.CHAT_WIDGET_SRC ?? ""),
		}),
		rule("/assets/*", { "Cache-Control": "public, max-age=31536000, immutable" }),
	];
	await writeFile(path.join(client, "_headers"), rules.join("\n"));
}

/** Inline scripts that a browser runs; blocks of data (JSON-LD) need no permission. */
function* inlineScripts(html: string): Generator<string> {
	for (const [, attributes = "", source = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
		if (/\bsrc=|type="application\/(?:ld\+)?json"/.test(attributes)) continue;
		yield `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
	}
}

function rule(pattern: string, headers: Record<string, string>): string {
	return [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
}
