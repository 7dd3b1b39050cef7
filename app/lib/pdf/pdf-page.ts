import { type PdfFace, type PdfFont, runsOf, widthOf } from "./pdf-font";
import type { PdfTag } from "./pdf-tag";

/** "#0B6B4D" */
type Colour = `#${string}`;

export interface TextStyle {
	readonly face: PdfFace;
	readonly size: number;
	readonly colour: Colour;
	readonly align?: "start" | "end";
	/** The tag of the text. Without one it is decoration, which screen readers skip. */
	readonly tag?: PdfTag;
}

/** A page to draw on. Coordinates are in points from the lower left corner. */
export interface PdfPage {
	/** The page's drawing operators. */
	readonly content: string;
	/** The glyphs used on the page and the code point of each, by font. */
	readonly used: ReadonlyMap<PdfFont, ReadonlyMap<number, number>>;
	/** The tag of each marked piece of content. The index is its id. */
	readonly marks: readonly PdfTag[];
	text(x: number, y: number, text: string, style: TextStyle): void;
	rectangle(x: number, y: number, width: number, height: number, colour: Colour): void;
	dot(x: number, y: number, radius: number, colour: Colour): void;
	/** A slightly rotated word in a frame, with its lower left corner at the point. */
	stamp(x: number, y: number, text: string, style: TextStyle): void;
}

/**
 * Collects the drawing operators of a page and the glyphs used of each font.
 */
export function pdfPage(): PdfPage {
	const operators: string[] = [];
	const used = new Map<PdfFont, Map<number, number>>();
	const marks: PdfTag[] = [];

	/** Every piece of content belongs to a tag or is marked as decoration (ISO 14289-1, 7.1). */
	function marked(tag: PdfTag | undefined, draw: () => void): void {
		if (tag) {
			operators.push(`/${tag.role} << /MCID ${marks.length} >> BDC`);
			tag.mark({ page, id: marks.length });
			marks.push(tag);
		} else operators.push("/Artifact BMC");
		draw();
		operators.push("EMC");
	}

	function show(x: number, y: number, text: string, { face, size, colour }: TextStyle): void {
		operators.push(`BT ${rgb(colour)} rg 1 0 0 1 ${n(x)} ${n(y)} Tm`);
		for (const { font, glyphs } of runsOf(text, face)) {
			const known = used.get(font) ?? new Map<number, number>();
			used.set(font, known);
			for (const { glyph, code } of glyphs) known.set(glyph, code);
			const shown = glyphs.map(({ glyph }) => glyph.toString(16).padStart(4, "0")).join("");
			operators.push(`/${font.name} ${n(size)} Tf <${shown}> Tj`);
		}
		operators.push("ET");
	}

	const page: PdfPage = {
		used,
		marks,
		get content() {
			return operators.join("\n");
		},
		text(x, y, text, style) {
			const from = style.align === "end" ? x - widthOf(text, style.face, style.size) : x;
			marked(style.tag, () => show(from, y, text, style));
		},
		rectangle(x, y, width, height, colour) {
			marked(undefined, () => {
				operators.push(`${rgb(colour)} rg ${n(x)} ${n(y)} ${n(width)} ${n(height)} re f`);
			});
		},
		dot(x, y, radius, colour) {
			// Approximates a circle with four Bézier curves.
			const c = radius * 0.5523;
			const [l, r, b, t] = [x - radius, x + radius, y - radius, y + radius];
			marked(undefined, () => {
				operators.push(
					`${rgb(colour)} rg ${n(l)} ${n(y)} m`,
					`${n(l)} ${n(y + c)} ${n(x - c)} ${n(t)} ${n(x)} ${n(t)} c`,
					`${n(x + c)} ${n(t)} ${n(r)} ${n(y + c)} ${n(r)} ${n(y)} c`,
					`${n(r)} ${n(y - c)} ${n(x + c)} ${n(b)} ${n(x)} ${n(b)} c`,
					`${n(x - c)} ${n(b)} ${n(l)} ${n(y - c)} ${n(l)} ${n(y)} c f`,
				);
			});
		},
		stamp(x, y, text, style) {
			const [cos, sin] = [Math.cos(Math.PI / 22), Math.sin(Math.PI / 22)];
			const width = widthOf(text, style.face, style.size) + style.size;
			const height = style.size * 1.6;
			marked(style.tag, () => {
				operators.push(`q ${n(cos)} ${n(sin)} ${n(-sin)} ${n(cos)} ${n(x)} ${n(y)} cm`);
				operators.push(`${rgb(style.colour)} RG 2 w 0 0 ${n(width)} ${n(height)} re S`);
				show(style.size / 2, style.size * 0.45, text, style);
				operators.push("Q");
			});
		},
	};
	return page;
}

const n = (value: number): string => String(Math.round(value * 1_000) / 1_000);

const rgb = (colour: Colour): string =>
	[1, 3, 5].map((at) => n(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(" ");
