import { decodeBase64 } from "@oslojs/encoding";
import type { PdfFont } from "./pdf-font";
import type { PdfPage } from "./pdf-page";

interface PdfInfo {
	readonly title: string;
	readonly author: string;
	/** BCP 47. */
	readonly language: string;
	readonly createdAt: Date;
}

type Part = string | Uint8Array<ArrayBuffer>;

/** A4, in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const;

/** A PDF 1.7 file of these pages, with the fonts that they use inside it. */
export function pdfFile(pages: readonly PdfPage[], info: PdfInfo): Uint8Array<ArrayBuffer> {
	const objects: Part[][] = [];
	const add = (...parts: Part[]): number => objects.push(parts);
	const stream = (dictionary: string, body: Uint8Array<ArrayBuffer>) =>
		add(`<< ${dictionary} /Length ${body.length} >>\nstream\n`, body, "\nendstream");

	const catalog = add();
	const tree = add();
	const fonts = new Map(
		[...new Set(pages.flatMap((page) => [...page.used.keys()]))].map((font) => [
			font,
			addFont(font, codesOf(pages, font), add, stream),
		]),
	);
	const resources = [...fonts].map(([font, id]) => `/${font.name} ${id} 0 R`).join(" ");
	const kids = pages.map((page) => {
		const content = stream("", bytes(page.content));
		return add(
			`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}]`,
			` /Resources << /Font << ${resources} >> >> /Contents ${content} 0 R >>`,
		);
	});
	objects[tree - 1] = [`<< /Type /Pages /Kids [${kids.map((id) => `${id} 0 R`).join(" ")}] /Count ${kids.length} >>`];
	objects[catalog - 1] = [
		`<< /Type /Catalog /Pages ${tree} 0 R /Lang ${text(info.language)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
	];
	const about = add(
		`<< /Title ${text(info.title)} /Author ${text(info.author)} /Producer ${text(info.author)} /CreationDate ${date(info.createdAt)} >>`,
	);
	return assemble(objects, `/Root ${catalog} 0 R /Info ${about} 0 R`);
}

/** A string object in UTF-16, which needs no escapes. */
function text(value: string): string {
	const units = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
	return `<FEFF${units.map(hex).join("")}>`;
}

const date = (at: Date): string => `(D:${at.toISOString().replace(/\D/g, "").slice(0, 14)}Z)`;

const hex = (value: number): string => value.toString(16).padStart(4, "0").toUpperCase();

const bytes = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value);

function codesOf(pages: readonly PdfPage[], font: PdfFont): Map<number, number> {
	return new Map(pages.flatMap((page) => [...(page.used.get(font) ?? [])]));
}

type Add = (...parts: Part[]) => number;
type Stream = (dictionary: string, body: Uint8Array<ArrayBuffer>) => number;

/** Text is written as glyph numbers; the ToUnicode map lets readers copy it, search it and read it aloud. */
function addFont(font: PdfFont, codes: ReadonlyMap<number, number>, add: Add, stream: Stream): number {
	const file = stream(`/Filter /FlateDecode /Length1 ${font.length}`, Uint8Array.from(decodeBase64(font.deflated)));
	const widths = [...codes].map(([glyph, code]) => `${glyph} [${font.glyphs[code]?.[1] ?? 500}]`).join(" ");
	const descriptor = add(
		`<< /Type /FontDescriptor /FontName /${font.name} /Flags 4 /FontBBox [${font.box.join(" ")}] /ItalicAngle 0`,
		` /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.capHeight} /StemV 80 /FontFile2 ${file} 0 R >>`,
	);
	const descendant = add(
		`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font.name} /CIDToGIDMap /Identity /DW 500 /W [${widths}]`,
		` /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R >>`,
	);
	const unicode = stream("", bytes(unicodeMap(codes)));
	return add(
		`<< /Type /Font /Subtype /Type0 /BaseFont /${font.name} /Encoding /Identity-H`,
		` /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
	);
}

function unicodeMap(codes: ReadonlyMap<number, number>): string {
	const lines = [...codes].map(([glyph, code]) => `<${hex(glyph)}> <${hex(code)}>`);
	const blocks: string[] = [];
	for (let index = 0; index < lines.length; index += 100) {
		const block = lines.slice(index, index + 100);
		blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
	}
	return [
		"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /ToUnicode def /CMapType 2 def",
		"1 begincodespacerange <0000> <FFFF> endcodespacerange",
		...blocks,
		"endcmap CMapName currentdict /CMap defineresource pop end end",
	].join("\n");
}

/** Header, objects, the table of where each begins, trailer. */
function assemble(objects: readonly (readonly Part[])[], trailer: string): Uint8Array<ArrayBuffer> {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let length = 0;
	const put = (part: Part) => {
		const chunk = typeof part === "string" ? bytes(part) : part;
		parts.push(chunk);
		length += chunk.length;
	};
	put("%PDF-1.7\n%äöüß\n");
	const starts = objects.map((object, index) => {
		const start = length;
		put(`${index + 1} 0 obj\n`);
		object.forEach(put);
		put("\nendobj\n");
		return start;
	});
	const table = length;
	put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
	for (const start of starts) put(`${String(start).padStart(10, "0")} 00000 n \n`);
	put(`trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${table}\n%%EOF\n`);
	const file = new Uint8Array(length);
	let offset = 0;
	for (const part of parts) {
		file.set(part, offset);
		offset += part.length;
	}
	return file;
}
