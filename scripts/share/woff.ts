import { inflateSync } from "node:zlib";

const headerLength = 44;
const entryLength = 20;

/** The TrueType or OpenType font inside a WOFF 1.0 file (W3C, section 3: the same tables, each compressed by zlib). */
export function sfntOf(woff: Buffer): Buffer {
	if (woff.toString("latin1", 0, 4) !== "wOFF") throw new TypeError("Not a WOFF 1.0 font");
	const count = woff.readUInt16BE(12);
	const directory = Buffer.alloc(12 + 16 * count);
	woff.copy(directory, 0, 4, 8);
	const power = 2 ** Math.floor(Math.log2(count));
	directory.writeUInt16BE(count, 4);
	directory.writeUInt16BE(power * 16, 6);
	directory.writeUInt16BE(Math.log2(power), 8);
	directory.writeUInt16BE((count - power) * 16, 10);
	const parts = [directory];
	let at = directory.length;
	for (let index = 0; index < count; index += 1) {
		const entry = headerLength + entryLength * index;
		const [offset, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(entry + field)) as [
			number,
			number,
			number,
			number,
		];
		const stored = woff.subarray(offset, offset + packed);
		const table = packed < length ? inflateSync(stored) : stored;
		woff.copy(directory, 12 + 16 * index, entry, entry + 4);
		directory.writeUInt32BE(checksum, 16 + 16 * index);
		directory.writeUInt32BE(at, 20 + 16 * index);
		directory.writeUInt32BE(length, 24 + 16 * index);
		const padding = Buffer.alloc(-length & 3);
		parts.push(table, padding);
		at += length + padding.length;
	}
	return Buffer.concat(parts);
}
