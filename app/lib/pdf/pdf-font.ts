/** A TrueType font ready to be embedded; measures in thousandths of the type size. */
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
	/** By code point: the glyph's number and its width. */
	readonly glyphs: Readonly<Record<number, readonly [glyph: number, width: number]>>;
}

/** One face in one weight: its letters lie in several files, the most used first. */
export type PdfFace = readonly PdfFont[];

/** Letters in a row that one font file holds. */
export interface Run {
	readonly font: PdfFont;
	readonly glyphs: readonly { readonly glyph: number; readonly code: number }[];
	readonly width: number;
}

/** What stands for a letter that no file holds. */
const replacement = "?".codePointAt(0) ?? 63;

/**
 * A text cut into runs. Letters are composed first, so that a base letter with its mark is the one the face has drawn;
 * marks left alone and control characters are dropped, and letters of other scripts become question marks.
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

/** Has the face all its letters, so that none becomes a question mark? */
export const isDrawable = (text: string, face: PdfFace): boolean =>
	[...text.normalize("NFC")].every((character) => find(codeOf(character), face));

/** In points. */
export const widthOf = (text: string, face: PdfFace, size: number): number =>
	(runsOf(text, face).reduce((sum, { width }) => sum + width, 0) * size) / 1_000;

/** Breaks a text into lines no wider than that, between words where there are any. */
export function linesOf(text: string, face: PdfFace, size: number, most: number): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const longer = line ? `${line} ${word}` : word;
		if (widthOf(longer, face, size) <= most) {
			line = longer;
			continue;
		}
		if (line) lines.push(line);
		line = "";
		for (const character of word) {
			if (line && widthOf(line + character, face, size) > most) {
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

/** Any kind of space is a space. */
const codeOf = (character: string): number => (/\s/.test(character) ? 32 : (character.codePointAt(0) ?? replacement));

function missing(face: PdfFace) {
	const [font] = face;
	if (!font) throw new Error("A face without a font");
	return { font, code: replacement, glyph: 0, width: 500 };
}
