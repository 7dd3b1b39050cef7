import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { openDrawing } from "./draw.ts";

const client = "build/client";

/** Home screens cut their own shape out of a full square; the others take the mark as it is. */
const icons: Readonly<Record<string, { readonly size: number; readonly square: boolean }>> = {
	"apple-touch-icon.png": { size: 180, square: true },
	"icon-192.png": { size: 192, square: false },
	"icon-512.png": { size: 512, square: false },
	"icon-maskable-512.png": { size: 512, square: true },
};

export const iconFiles = Object.keys(icons);

/** Draws an icon of the manifest or of a home screen from public/favicon.svg. */
export async function drawIcon(file: string): Promise<Uint8Array> {
	const { size, square } = icons[file] as (typeof icons)[string];
	const mark = readFileSync(new URL("../../public/favicon.svg", import.meta.url), "utf8");
	return (await openDrawing()).png(square ? mark.replace(/ rx="[\d.]+"/, "") : mark, size);
}

export async function writeIcons(): Promise<void> {
	for (const file of iconFiles) await writeFile(path.join(client, file), await drawIcon(file));
}
