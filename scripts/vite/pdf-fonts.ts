import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import type { Plugin } from "vite";
import type { PdfFont } from "../../app/lib/pdf/pdf-font.ts";
import { glyphsOf, metricsOf, ttfOf } from "../woff.ts";

const moduleId = "virtual:pdf-fonts";
const resolvedId = `\0${moduleId}`;

/** In the order in which they are searched for a letter. */
const subsets = ["latin", "latin-ext", "vietnamese"];

/**
 * Provides the brand's font for PDF files as `virtual:pdf-fonts`: `regular` and `bold`, each as a list of subsets. Fonts are
 * converted and measured at build time, so the Worker only copies bytes.
 */
export function pdfFonts(): Plugin {
	return {
		name: "pdf-fonts",
		resolveId: (id) => (id === moduleId ? resolvedId : undefined),
		load(id) {
			if (id !== resolvedId) return;
			const weight = (value: number) => JSON.stringify(subsets.map((subset) => fontOf(subset, value)));
			return `export const regular = ${weight(400)};\nexport const bold = ${weight(700)};`;
		},
	};
}

function fontOf(subset: string, weight: number): PdfFont {
	const name = `familjen-grotesk-${subset}-${weight}-normal`;
	const file = new URL(`../../node_modules/@fontsource/familjen-grotesk/files/${name}.woff`, import.meta.url);
	const ttf = ttfOf(readFileSync(file));
	return {
		name: `FamiljenGrotesk-${weight}-${subset}`,
		...metricsOf(ttf),
		length: ttf.length,
		deflated: deflateSync(ttf, { level: 9 }).toString("base64"),
		glyphs: glyphsOf(ttf),
	};
}
