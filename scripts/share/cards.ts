import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { shareCardOf, shareCardSize } from "../../app/share-card";
import { staticPaths } from "../../app/static-paths";
import { cardSvg } from "./card";
import { openDrawing } from "./draw";
import { decodeEntities } from "./entities";
import { readPalette } from "./palette";

const client = "build/client";

/** Draws the share picture of every static page from the heading and address in its built HTML. */
export async function writeShareCards(): Promise<void> {
	const drawing = await openDrawing();
	const colour = readPalette();
	for (const page of staticPaths) {
		const html = await readFile(path.join(client, page, "index.html"), "utf8");
		const file = path.join(client, shareCardOf(page));
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, drawing.png(cardSvg(textOf(html), drawing, colour), shareCardSize.width));
	}
}

function textOf(html: string) {
	const heading = /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1];
	const address = /<link rel="canonical" href="https?:\/\/([^"]+?)\/?"/.exec(html)?.[1];
	if (!heading || !address) throw new Error("A page of the static zone has no heading or no canonical address");
	return { heading: decodeEntities(heading.replace(/<[^>]*>/g, "")).trim(), address: decodeEntities(address) };
}
