import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { speculationRules } from "../app/islands/speculation-rules";
import { securityHeaders, staticPolicy } from "../app/platform/content-security";

const client = "build/client";

/** Cloudflare ignores the rest of a `_headers` file beyond these limits. */
const limits = { rules: 100, lineLength: 2000 };

interface Settings {
	readonly APP_ORIGIN: string;
	readonly CHAT_WIDGET_SRC?: string;
}

/** Writes `_headers` for the assets layer from the built pages and the settings they were built with. */
export async function writeStaticHeaders(): Promise<void> {
	const { vars } = JSON.parse(await readFile("build/server/wrangler.json", "utf8"));
	const files = (await readdir(client, { recursive: true })).filter((file) => file.endsWith(".html"));
	const pages = await Promise.all(files.map((file) => readFile(path.join(client, file), "utf8")));
	await writeFile(path.join(client, "_headers"), staticHeaders(pages, vars));
}

/**
 * Security headers for all files, with the hashes of the pages' inline scripts and of the rules that islands/prefetch.ts
 * adds, and a year of caching for files with a hash in their name. Throws if the result exceeds Cloudflare's limits.
 * @param pages the HTML of each page
 */
export function staticHeaders(pages: readonly string[], { APP_ORIGIN, CHAT_WIDGET_SRC = "" }: Settings): string {
	const hashes = [...new Set([...pages.flatMap(inlineScripts), speculationRules].map(hashOf))].sort();
	const rules = [
		rule("/*", {
			...securityHeaders(APP_ORIGIN),
			"Content-Security-Policy": staticPolicy(hashes, CHAT_WIDGET_SRC),
		}),
		rule("/assets/*", { "Cache-Control": "public, max-age=31536000, immutable" }),
		// Other sites show these pictures with a link to us.
		rule("/share/*", { "! Cross-Origin-Resource-Policy": null, "Cache-Control": "public, max-age=86400" }),
	];
	const text = rules.join("\n");
	const longest = Math.max(...text.split("\n").map((line) => line.length));
	if (rules.length > limits.rules || longest > limits.lineLength) {
		throw new Error(`_headers is too large: ${rules.length} rules, a line of ${longest} characters`);
	}
	return text;
}

/** Inline scripts that a browser runs. Data blocks (JSON-LD) need no hash. */
function inlineScripts(html: string): string[] {
	return Array.from(html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
		.filter(([, attributes = ""]) => !/\bsrc=|type="application\/(?:ld\+)?json"/.test(attributes))
		.map(([, , source = ""]) => source);
}

const hashOf = (source: string): string => `'sha256-${createHash("sha256").update(source).digest("base64")}'`;

/** A header with the value null has only a name. `! Name` removes a header that an earlier rule has set. */
function rule(pattern: string, headers: Readonly<Record<string, string | null>>): string {
	const lines = Object.entries(headers).map(([name, value]) => (value === null ? `  ${name}` : `  ${name}: ${value}`));
	return [pattern, ...lines, ""].join("\n");
}
