import { readFileSync } from "node:fs";
import path from "node:path";
import { staticPaths } from "~/static-paths";
import { root } from "../../scripts/bootstrap.mjs";
import { decodeEntities } from "../../scripts/share/entities";

export const client = path.join(root, "build", "client");

export const readBuilt = (file: string): Buffer => readFileSync(path.join(client, file));

/** The pages of the static zone as the last build left them. */
export const builtPages = () =>
	staticPaths.map((address) => ({ address, html: readBuilt(path.join(address, "index.html")).toString() }));

/** A tag's attributes, for every tag of a name. */
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

interface Thing {
	readonly "@type": string;
	readonly [key: string]: unknown;
}

/** Everything that a page says in JSON-LD, graphs taken apart. */
export function thingsOf(html: string): Thing[] {
	const blocks = Array.from(html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs), ([, json = ""]) =>
		JSON.parse(json),
	);
	for (const block of blocks) if (block["@context"] !== "https://schema.org") throw new Error("JSON-LD of nobody's");
	return blocks.flatMap((block) => block["@graph"] ?? [block]);
}

/** Width and height of a PNG (its first chunk says them). */
export function pngSize(file: Buffer) {
	if (file.toString("latin1", 1, 4) !== "PNG") throw new Error("Not a PNG");
	return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
