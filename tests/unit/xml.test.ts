import fc from "fast-check";
import { expect, test } from "vitest";
import { childOf, childrenOf, childText, parseXml, tag, XmlError } from "~/lib/xml";
import { createFrameDecoder, encodeFrame } from "~/platform/registrar/epp/framing";

test("elements are found by namespace, whatever prefix the server chose", () => {
	for (const source of [
		`<epp xmlns="urn:a"><d:name xmlns:d="urn:d" d:x="1" s="ok"> shop.ke </d:name></epp>`,
		`<?xml version="1.0" encoding="UTF-8"?>\n<e:epp xmlns:e='urn:a' xmlns:x='urn:d'><!-- no --><x:name s='ok'>shop<![CDATA[.]]>ke</x:name></e:epp>\n`,
	]) {
		const name = childOf(parseXml(source), "name", "urn:d");
		expect(name?.text.trim()).toBe("shop.ke");
		expect([...(name?.attributes ?? [])]).toEqual([["s", "ok"]]);
		expect(childOf(parseXml(source), "name")).toBeUndefined();
	}
});

test("entities of XML and character references are read, and no others", () => {
	expect(parseXml(`<a b="&quot;&#x41;">&lt;&amp;&gt;&apos;&#66;</a>`).text).toBe("<&>'B");
	for (const reference of ["&nbsp;", "&constructor;", "& ", "&#xFFFFFF;", "&#0;", "&#xD800;", "&"])
		expect(() => parseXml(`<a>${reference}</a>`), reference).toThrow(XmlError);
});

test.each([
	["a document type", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`],
	["a processing instruction", `<a><?php echo 1 ?></a>`],
	["a tag that is not closed", "<a><b></a>"],
	["an end that is missing", "<a><b></b>"],
	["two roots", "<a/><b/>"],
	["text after the root", "<a/>text"],
	["a prefix without a namespace", "<a:b/>"],
	["a repeated attribute", `<a b="1" b="2"/>`],
	["nothing", ""],
	["HTML", "<html><br></html>"],
])("%s is refused", (_, source) => {
	expect(() => parseXml(source)).toThrow(XmlError);
});

test("any text survives being written and read, without characters that XML can't have", () => {
	fc.assert(
		fc.property(fc.array(fc.nat(0xffff)), fc.string(), (codes, attribute) => {
			const text = String.fromCharCode(...codes);
			const written = tag("a", { xmlns: "urn:a", b: attribute.replace(/\s/g, " ") }, tag("c", null, text)).markup;
			const root = parseXml(written);
			// biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML can't have
			const expected = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, "");
			expect(childOf(root, "c")?.text).toBe(expected);
		}),
	);
});

test("malformed documents are refused without hanging", () => {
	fc.assert(
		fc.property(fc.array(fc.constantFrom("<a", ">", "</a>", "<!--", "-->", "&", '"', " b='", "]]>", "x")), (parts) => {
			try {
				parseXml(parts.join(""));
			} catch (error) {
				expect(error).toBeInstanceOf(XmlError);
			}
		}),
	);
	const started = Date.now();
	for (const source of [`<a${" ".repeat(200_000)}`, `<a ${"b='1' ".repeat(30_000)}<`, `<!--${"-".repeat(200_000)}`])
		expect(() => parseXml(source)).toThrow(XmlError);
	expect(Date.now() - started).toBeLessThan(5_000);
});

test("children are listed in order", () => {
	const root = parseXml(`<a xmlns="urn:a"><b>1</b><c/><b>2</b></a>`);
	expect(childrenOf(root, "b").map(({ text }) => text)).toEqual(["1", "2"]);
	expect(childText(root, "c")).toBe("");
	expect(childText(root, "d")).toBeUndefined();
});

test("frames are the same however the connection splits them", () => {
	const documents = ["<a/>", "<b>Ünïcödé 🌍</b>", "<c/>"];
	const bytes = documents.map(encodeFrame).flatMap((frame) => [...frame]);
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
			const decoder = createFrameDecoder();
			const found: string[] = [];
			for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
				const size = sizes[turn % sizes.length] ?? 1;
				found.push(...decoder.push(new Uint8Array(bytes.slice(at, at + size))));
				at += size;
			}
			expect(found).toEqual(documents);
			expect(decoder.isMidFrame()).toBe(false);
		}),
	);
});

test("a frame's length includes its four bytes, and may not be impossible", () => {
	expect([...encodeFrame("é")]).toEqual([0, 0, 0, 6, 0xc3, 0xa9]);
	const decoder = createFrameDecoder(100);
	expect(decoder.push(new Uint8Array([0, 0]))).toEqual([]);
	expect(decoder.isMidFrame()).toBe(true);
	for (const start of [
		[0, 0, 0, 3],
		[0, 0, 0, 4],
		[0, 0, 0, 101],
		[0x48, 0x54, 0x54, 0x50],
	])
		expect(() => createFrameDecoder(100).push(new Uint8Array(start)), String(start)).toThrow(/can't have/);
	expect(() => createFrameDecoder().push(new Uint8Array([0, 0, 0, 5, 0xff]))).toThrow();
});
