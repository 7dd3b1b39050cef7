import { readFile } from "node:fs/promises";
import { initWasm, Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";
import { glyphsOf, ttfOf } from "../woff.ts";

/** The brand's font in SVG text. Weights 500 and 700 are available. */
export const fontFamily = "Familjen Grotesk";

export interface Drawing {
	/** @returns PNG */
	png(svg: string, width: number): Uint8Array;
	/** Width of a line of bold text, in SVG units. */
	boldWidth(text: string, size: number): number;
}

const readPackageFile = (file: string) => readFile(new URL(`../../node_modules/${file}`, import.meta.url));
const readFont = async (weight: number) =>
	ttfOf(await readPackageFile(`@fontsource/familjen-grotesk/files/familjen-grotesk-latin-${weight}-normal.woff`));

/** Renders SVG in WebAssembly, without fonts or libraries of the machine, so the result is the same everywhere. */
async function open(): Promise<Drawing> {
	const [wasm, medium, bold] = await Promise.all([
		readPackageFile("@resvg/resvg-wasm/index_bg.wasm"),
		readFont(500),
		readFont(700),
	]);
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

/** Cached, because the WebAssembly module can be initialised only once per process. */
export function openDrawing(): Promise<Drawing> {
	opened ??= open();
	return opened;
}

export const escapeXml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
