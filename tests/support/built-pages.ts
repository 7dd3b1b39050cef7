import { readFileSync } from "node:fs";
import path from "node:path";
import { staticPaths } from "~/static-paths";
import { root } from "../../scripts/bootstrap.mjs";
import { decodeEntities } from "../../scripts/share/entities";

export const client = path.join(root, "build", "client");

export const readBuilt = (file: string): Buffer => readFileSync(path.join(client, file));

/** The static pages of the last build. */
export const builtPages = () =>
	staticPaths.map((address) => ({ address, html: readBuilt(path.join(address, "index.html")).toString() }));

/** The attributes of every tag with that name. */
export function tags(html: string, name: string): Record<string, string>[] {
	return Array.from(html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, "g")), ([, attributes = ""]) =>
		Object.fromEntries(
			Array.from(attributes.matchAll(/([\w:-]+)="([^"]*)"/g), ([, key = "", value = ""]) => [
				key,
				decodeEntities(value),
			]),
		),
	);
}

export const titleOf = (html: string): string => decodeEntities(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "");

/** The content of `<meta name="…">` or `<meta property="…">`. */
export const metaOf = (html: string, key: string): string | undefined =>
	tags(html, "meta").find(({ name, property }) => name === key || property === key)?.content;

interface JsonLdObject {
	readonly "@type": string;
	readonly [key: string]: unknown;
}

/** Every JSON-LD object of a page. Graphs are split into their objects. */
export function jsonLdOf(html: string): JsonLdObject[] {
	const blocks = Array.from(html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs), ([, json = ""]) =>
		JSON.parse(json),
	);
	for (const block of blocks)
		if (block["@context"] !== "https://schema.org") throw new Error("JSON-LD with another context");
	return blocks.flatMap((block) => block["@graph"] ?? [block]);
}

/** Width and height of a PNG, from its first chunk. */
export function pngSize(file: Buffer) {
	if (file.toString("latin1", 1, 4) !== "PNG") throw new Error("Not a PNG");
	return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
