import fc from "fast-check";
import { expect, test } from "vitest";
import { type Inline, parseMarkdown, safeHref } from "~/lib/markdown";

const text = (text: string): Inline => ({ kind: "text", text });

test("a paragraph can have bold, italic, code and links", () => {
	expect(parseMarkdown("**Hi** _there_, run `npm *start*` at [home](https://kikoa.example)")).toEqual([
		{
			kind: "paragraph",
			children: [
				{ kind: "strong", children: [text("Hi")] },
				text(" "),
				{ kind: "em", children: [text("there")] },
				text(", run "),
				{ kind: "code", text: "npm *start*" },
				text(" at "),
				{ kind: "link", href: "https://kikoa.example", children: [text("home")] },
			],
		},
	]);
});

test("lists start and end with their lines", () => {
	expect(parseMarkdown("Steps:\n- one\n  more\n- two\n\n1. first\nDone")).toEqual([
		{ kind: "paragraph", children: [text("Steps:")] },
		{ kind: "list", ordered: false, items: [[text("one"), { kind: "break" }, text("more")], [text("two")]] },
		{ kind: "list", ordered: true, items: [[text("first"), { kind: "break" }, text("Done")]] },
	]);
});

test("an address becomes a link, without the full stop after it", () => {
	expect(parseMarkdown("See https://a.example/x?y=1.")).toEqual([
		{
			kind: "paragraph",
			children: [
				text("See "),
				{ kind: "link", href: "https://a.example/x?y=1", children: [text("https://a.example/x?y=1")] },
				text("."),
			],
		},
	]);
});

test("names with underscores and unpaired marks stay as they are", () => {
	for (const words of ["order_line_id", "2 * 3 * 4", "a ** b", "[no link]", "`", "**"])
		expect(parseMarkdown(words)).toEqual([{ kind: "paragraph", children: [text(words)] }]);
});

test("a link can only lead to a page, an email address or a phone number", () => {
	for (const href of ["https://a.example", "mailto:a@b.example", "tel:+254700000000"])
		expect(safeHref(href)).toBe(href);
	for (const href of [
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		"java\nscript:alert(1)",
		"data:text/html,<script>",
		"vbscript:x",
		"//evil.example",
		"/dashboard",
		"https:evil",
		"http://",
		"file:///etc/passwd",
	])
		expect(safeHref(href), href).toBeNull();
});

const words = (inlines: readonly Inline[]): string =>
	inlines.map((one) => ("text" in one ? one.text : "children" in one ? words(one.children) : " ")).join("");

test("any text keeps all of its words, and every link is safe", () => {
	const pieces = fc.constantFrom(
		"*",
		"**",
		"_",
		"`",
		"[",
		"](",
		")",
		"- ",
		"1. ",
		"\n",
		"javascript:",
		"https://a.b",
		"<b>",
		"x ",
	);
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
			const blocks = parseMarkdown(parts.join(""));
			const hrefs = [...JSON.stringify(blocks).matchAll(/"href":"([^"]*)"/g)].map(([, href]) => href ?? "");
			for (const href of hrefs) expect(href).toMatch(/^(https?:|mailto:|tel:)/i);
			const read = blocks
				.map((block) => (block.kind === "list" ? block.items.map(words).join("") : words(block.children)))
				.join("");
			expect(read.match(/x/g)?.length ?? 0).toBe(parts.filter((part) => part === "x ").length);
		}),
	);
});

test("a long line of opening marks is parsed fast", () => {
	const began = performance.now();
	for (const mark of ["*", "_", "`", "[", "[a](", "**a ", "https://"])
		parseMarkdown(mark.repeat(4_000).slice(0, 4_000));
	expect(performance.now() - began).toBeLessThan(1_000);
});
