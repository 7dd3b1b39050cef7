import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/** Any code point. fast-check's `binary` first builds a table of all code points, which takes a second or two. */
const anyCharacter = fc
	.integer({ min: 0, max: 0x10ffff - surrogates.count })
	.map((code) => String.fromCodePoint(code < surrogates.first ? code : code + surrogates.count));

/** Texts of any characters. */
export const anyText = (maxLength: number) => fc.string({ unit: anyCharacter, maxLength });
