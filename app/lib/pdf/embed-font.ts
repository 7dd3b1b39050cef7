import { decodeBase64 } from "@oslojs/encoding";
import type { PdfFont } from "./pdf-font";
import { hex16, type PdfObjects } from "./pdf-objects";

/**
 * Embeds a font. Text is written as glyph numbers. The ToUnicode map lets readers copy, search and read it aloud.
 * @param codes code point of each glyph used in the document
 * @returns the number of the font object
 */
export function embedFont(font: PdfFont, codes: ReadonlyMap<number, number>, objects: PdfObjects): number {
	const program = Uint8Array.from(decodeBase64(font.deflated));
	const file = objects.stream(`/Filter /FlateDecode /Length1 ${font.length}`, program);
	const widths = [...codes].map(([glyph, code]) => `${glyph} [${font.glyphs[code]?.[1] ?? 500}]`).join(" ");
	const descriptor = objects.add(
		`<< /Type /FontDescriptor /FontName /${font.name} /Flags 4 /FontBBox [${font.box.join(" ")}] /ItalicAngle 0`,
		` /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.capHeight} /StemV 80 /FontFile2 ${file} 0 R >>`,
	);
	const descendant = objects.add(
		`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font.name} /CIDToGIDMap /Identity /DW 500 /W [${widths}]`,
		` /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R >>`,
	);
	const unicode = objects.stream("", unicodeMap(codes));
	return objects.add(
		`<< /Type /Font /Subtype /Type0 /BaseFont /${font.name} /Encoding /Identity-H`,
		` /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
	);
}

function unicodeMap(codes: ReadonlyMap<number, number>): string {
	const lines = [...codes].map(([glyph, code]) => `<${hex16(glyph)}> <${hex16(code)}>`);
	const blocks: string[] = [];
	for (let index = 0; index < lines.length; index += 100) {
		const block = lines.slice(index, index + 100);
		blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
	}
	return [
		"/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
		"/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
		"1 begincodespacerange <0000> <FFFF> endcodespacerange",
		...blocks,
		"endcmap CMapName currentdict /CMap defineresource pop end end",
	].join("\n");
}
