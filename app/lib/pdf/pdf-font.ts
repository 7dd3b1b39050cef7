/** A TrueType font to embed. Measures are in thousandths of the font size. */
export interface PdfFont {
	readonly name: string;
	readonly ascent: number;
	readonly descent: number;
	readonly capHeight: number;
	readonly box: readonly [number, number, number, number];
	/** Bytes of the font file. */
	readonly length: number;
	/** The file, deflated, in base64. */
	readonly deflated: string;
	/** Glyph number and width by code point. */
	readonly glyphs: Readonly<Record<number, readonly [glyph: number, width: number]>>;
}

/** The font files of one face in one weight. The first has the most common characters. */
export type PdfFace = readonly PdfFont[];

/** Consecutive characters from the same font file. */
export interface Run {
	readonly font: PdfFont;
	readonly glyphs: readonly { readonly glyph: number; readonly code: number }[];
	readonly width: number;
}

/** Replaces characters that no font file has. */
const replacement = "?".codePointAt(0) ?? 63;

/**
 * Splits a text into runs. Normalises to NFC first, because the face has composed letters. Drops lone combining marks and
 * control characters. Characters that the face does not have become question marks.
 */
export function runsOf(text: string, face: PdfFace): Run[] {
	const runs: { font: PdfFont; glyphs: Run["glyphs"][number][]; width: number }[] = [];
	for (const character of text.normalize("NFC").replace(/[\p{M}\p{Cc}\p{Cf}]/gu, "")) {
		const { font, code, glyph, width } = find(codeOf(character), face) ?? find(replacement, face) ?? missing(face);
		const last = runs.at(-1);
		const run = last?.font === font ? last : { font, glyphs: [], width: 0 };
		if (run !== last) runs.push(run);
		run.glyphs.push({ glyph, code });
		run.width += width;
	}
	return runs;
}

/** Whether the face has all characters of the text. */
export const isDrawable = (text: string, face: PdfFace): boolean =>
	[...text.normalize("NFC")].every((character) => find(codeOf(character), face));

/** In points. */
export const widthOf = (text: string, face: PdfFace, size: number): number =>
	(runsOf(text, face).reduce((sum, { width }) => sum + width, 0) * size) / 1_000;

/** Wraps a text at spaces, or inside a word that is too long. @param maxWidth in points */
export function linesOf(text: string, face: PdfFace, size: number, maxWidth: number): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const longer = line ? `${line} ${word}` : word;
		if (widthOf(longer, face, size) <= maxWidth) {
			line = longer;
			continue;
		}
		if (line) lines.push(line);
		line = "";
		for (const character of word) {
			if (line && widthOf(line + character, face, size) > maxWidth) {
				lines.push(line);
				line = "";
			}
			line += character;
		}
	}
	if (line) lines.push(line);
	return lines;
}

function find(code: number, face: PdfFace) {
	for (const font of face) {
		const found = font.glyphs[code];
		if (found) return { font, code, glyph: found[0], width: found[1] };
	}
	return undefined;
}

/** Code point of a character. Every kind of space becomes an ordinary one. */
const codeOf = (character: string): number => (/\s/.test(character) ? 32 : (character.codePointAt(0) ?? replacement));

function missing(face: PdfFace) {
	const [font] = face;
	if (!font) throw new Error("A face without a font");
	return { font, code: replacement, glyph: 0, width: 500 };
}
