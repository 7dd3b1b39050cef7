import { readFile } from "node:fs/promises";
import { initWasm, Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";
import { sfntOf } from "./woff.ts";

/** The brand's face as SVG text names it; 500 and 700 are there. */
export const fontFamily = "Familjen Grotesk";

const inPackages = (file: string) => readFile(new URL(`../../node_modules/${file}`, import.meta.url));
const cut = async (weight: number) =>
	sfntOf(await inPackages(`@fontsource/familjen-grotesk/files/familjen-grotesk-latin-${weight}-normal.woff`));

export interface Drawing {
	/** @returns PNG */
	png(svg: string, width: number): Uint8Array;
	/** How wide a line of text is drawn, in units of the picture. */
	textWidth(text: string, size: number, weight: number): number;
}

/** Draws SVG in WebAssembly: the same on every machine, with no font or library of the machine's own. */
async function open(): Promise<Drawing> {
	const [wasm, ...fontBuffers] = await Promise.all([inPackages("@resvg/resvg-wasm/index_bg.wasm"), cut(500), cut(700)]);
	await initWasm(wasm);
	const options: ResvgRenderOptions = { font: { fontBuffers, defaultFontFamily: fontFamily } };
	return {
		png(svg, width) {
			const drawing = new Resvg(svg, { ...options, fitTo: { mode: "width", value: width } });
			const image = drawing.render();
			const bytes = image.asPng();
			image.free();
			drawing.free();
			return bytes;
		},
		textWidth(text, size, weight) {
			const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="400"><text y="200" font-family="${fontFamily}" font-size="${size}" font-weight="${weight}">${escapeXml(text)}</text></svg>`;
			const drawing = new Resvg(svg, options);
			const width = drawing.getBBox()?.width ?? 0;
			drawing.free();
			return width;
		},
	};
}

let opened: Promise<Drawing> | undefined;

/** The module can be started once in a process. */
export const openDrawing = (): Promise<Drawing> => (opened ??= open());

export const escapeXml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
