import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { openDrawing } from "./draw.ts";

const client = "build/client";

/** Home screens crop the icon to their own shape, so they need a full square. */
const icons: Readonly<Record<string, { readonly size: number; readonly square: boolean }>> = {
	// For programs that request only this name.
	"favicon.ico": { size: 48, square: false },
	"apple-touch-icon.png": { size: 180, square: true },
	"icon-192.png": { size: 192, square: false },
	"icon-512.png": { size: 512, square: false },
	"icon-maskable-512.png": { size: 512, square: true },
};

export const iconFiles = Object.keys(icons);

/** Draws one of `iconFiles` from public/favicon.svg. */
export async function drawIcon(file: string): Promise<Uint8Array> {
	const { size, square } = icons[file] as (typeof icons)[string];
	const mark = readFileSync(new URL("../../public/favicon.svg", import.meta.url), "utf8");
	const png = (await openDrawing()).png(square ? mark.replace(/ rx="[\d.]+"/, "") : mark, size);
	return file.endsWith(".ico") ? icoOf(png, size) : png;
}

/** Wraps the PNG in an ICO file. */
function icoOf(png: Uint8Array, size: number): Uint8Array {
	const directory = Buffer.alloc(22);
	// Type 1 (icon), one image.
	directory.writeUInt16LE(1, 2);
	directory.writeUInt16LE(1, 4);
	directory.set([size, size, 0, 0, 1, 0, 32, 0], 6);
	directory.writeUInt32LE(png.length, 14);
	directory.writeUInt32LE(directory.length, 18);
	return Buffer.concat([directory, png]);
}

export async function writeIcons(): Promise<void> {
	for (const file of iconFiles) await writeFile(path.join(client, file), await drawIcon(file));
}
