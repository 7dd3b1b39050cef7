import { inflateSync } from "node:zlib";

/** Converts WOFF 1.0 to TrueType. The tables are the same, but uncompressed. */
export function ttfOf(woff: Buffer): Buffer {
	if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("Not a WOFF file");
	const count = woff.readUInt16BE(12);
	const header = Buffer.alloc(12 + count * 16);
	header.writeUInt32BE(woff.readUInt32BE(4), 0);
	header.writeUInt16BE(count, 4);
	const power = 2 ** Math.floor(Math.log2(count));
	header.writeUInt16BE(power * 16, 6);
	header.writeUInt16BE(Math.log2(power), 8);
	header.writeUInt16BE((count - power) * 16, 10);
	const parts = [header];
	let offset = header.length;
	for (let index = 0; index < count; index += 1) {
		const entry = 44 + index * 20;
		const [at, compressed, length] = [4, 8, 12].map((shift) => woff.readUInt32BE(entry + shift)) as [
			number,
			number,
			number,
		];
		const body = woff.subarray(at, at + compressed);
		const table = compressed < length ? inflateSync(body) : body;
		const record = 12 + index * 16;
		woff.copy(header, record, entry, entry + 4);
		woff.copy(header, record + 4, entry + 16, entry + 20);
		header.writeUInt32BE(offset, record + 8);
		header.writeUInt32BE(length, record + 12);
		const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
		table.copy(padded);
		parts.push(padded);
		offset += padded.length;
	}
	return Buffer.concat(parts);
}

/** Font metrics in thousandths of the font size, the unit of PDF. */
export function metricsOf(ttf: Buffer) {
	const head = tableOf(ttf, "head");
	const hhea = tableOf(ttf, "hhea");
	const os2 = tableOf(ttf, "OS/2");
	const scale = 1_000 / head.readUInt16BE(18);
	const at = (table: Buffer, offset: number) => Math.round(table.readInt16BE(offset) * scale);
	return {
		ascent: at(hhea, 4),
		descent: at(hhea, 6),
		capHeight: at(os2, 88),
		box: [at(head, 36), at(head, 38), at(head, 40), at(head, 42)] as [number, number, number, number],
	};
}

/** The glyph number and width (in thousandths of the font size) of each code point. */
export function glyphsOf(ttf: Buffer): Record<number, [glyph: number, width: number]> {
	const scale = 1_000 / tableOf(ttf, "head").readUInt16BE(18);
	const metrics = tableOf(ttf, "hmtx");
	const wide = tableOf(ttf, "hhea").readUInt16BE(34);
	const widthOf = (glyph: number) => Math.round(metrics.readUInt16BE(Math.min(glyph, wide - 1) * 4) * scale);
	const found: Record<number, [number, number]> = {};
	for (const [code, glyph] of codesAndGlyphs(tableOf(ttf, "cmap"))) found[code] = [glyph, widthOf(glyph)];
	return found;
}

/** Reads a format 4 table. It covers only the Basic Multilingual Plane, which is all that this font has. */
function* codesAndGlyphs(cmap: Buffer): Generator<[code: number, glyph: number]> {
	const start = format4(cmap);
	const doubled = cmap.readUInt16BE(start + 6);
	for (let segment = 0; segment < doubled; segment += 2) {
		const read = (array: number) => start + 14 + array * doubled + (array > 0 ? 2 : 0) + segment;
		const [last, first, delta] = [0, 1, 2].map((array) => cmap.readUInt16BE(read(array))) as [number, number, number];
		const range = cmap.readUInt16BE(read(3));
		for (let code = first; code <= last && code < 0xffff; code += 1) {
			const direct = range === 0 ? code : cmap.readUInt16BE(read(3) + range + (code - first) * 2);
			const glyph = direct === 0 ? 0 : (direct + delta) & 0xffff;
			if (glyph !== 0) yield [code, glyph];
		}
	}
}

function format4(cmap: Buffer): number {
	for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
		const offset = cmap.readUInt32BE(4 + index * 8 + 4);
		if (cmap.readUInt16BE(offset) === 4) return offset;
	}
	throw new Error("The font has no format 4 character map");
}

function tableOf(ttf: Buffer, tag: string): Buffer {
	for (let index = 0; index < ttf.readUInt16BE(4); index += 1) {
		const record = 12 + index * 16;
		if (ttf.toString("latin1", record, record + 4) !== tag) continue;
		const offset = ttf.readUInt32BE(record + 8);
		return ttf.subarray(offset, offset + ttf.readUInt32BE(record + 12));
	}
	throw new Error(`The font has no ${tag} table`);
}
