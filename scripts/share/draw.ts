import { readFile } from "node:fs/promises";
import { initWasm, Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";
import { glyphsOf, ttfOf } from "../woff.ts";

/** The brand's face as SVG text names it; 500 and 700 are there. */
export const fontFamily = "Familjen Grotesk";

export interface Drawing {
	/** @returns PNG */
	png(svg: string, width: number): Uint8Array;
	/** How wide a line of bold text is, in units of the picture. */
	boldWidth(text: string, size: number): number;
}

const inPackages = (file: string) => readFile(new URL(`../../node_modules/${file}`, import.meta.url));
const cut = async (weight: number) =>
	ttfOf(await inPackages(`@fontsource/familjen-grotesk/files/familjen-grotesk-latin-${weight}-normal.woff`));

/** Draws SVG in WebAssembly: the same on every machine, with no font or library of the machine's own. */
async function open(): Promise<Drawing> {
	const [wasm, medium, bold] = await Promise.all([inPackages("@resvg/resvg-wasm/index_bg.wasm"), cut(500), cut(700)]);
	await initWasm(wasm);
	const options: ResvgRenderOptions = { font: { fontBuffers: [medium, bold], defaultFontFamily: fontFamily } };
	const glyphs = glyphsOf(bold);
	return {
		png(svg, width) {
			const drawing = new Resvg(svg, { ...options, fitTo: { mode: "width", value: width } });
			const image = drawing.render();
			const bytes = image.asPng();
			image.free();
			drawing.free();
			return bytes;
		},
		boldWidth(text, size) {
			const thousandths = Array.from(text, (letter) => glyphs[letter.codePointAt(0) ?? 0]?.[1] ?? 600);
			return (thousandths.reduce((total, one) => total + one, 0) * size) / 1000;
		},
	};
}

let opened: Promise<Drawing> | undefined;

/** The module can be started once in a process. */
export function openDrawing(): Promise<Drawing> {
	opened ??= open();
	return opened;
}

export const escapeXml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
