import { readFileSync } from "node:fs";
import path from "node:path";
import postcss from "postcss";
import { describe, expect, test } from "vitest";
import { findInStylesheet } from "../../scripts/browser-support/css.mjs";
import { findInScript } from "../../scripts/browser-support/script.mjs";
import { oldBrowsers } from "../../scripts/vite/old-browsers";
import { root } from "../support/module-graph";

const keysIn = (found: { key: string }[]) => found.map(({ key }) => key);

describe("what an old browser does not understand is found", () => {
	test.each([
		["@layer base { a { color: red } }", "css.at-rules.layer"],
		["@media (width >= 40rem) { a { color: red } }", "css.at-rules.media.range_syntax"],
		["@container (min-width: 1rem) { a { color: red } }", "css.at-rules.container"],
		["a { &:hover { color: red } }", "css.selectors.nesting"],
		["a:has(b) { color: red }", "css.selectors.has"],
		["a:where(.b) { color: red }", "css.selectors.where"],
		["a { color: oklch(50% 0.1 200) }", "css.types.oklch"],
		["a { color: color-mix(in oklab, red 50%, blue) }", "css.types.color-mix"],
		["a { height: 100dvh }", "css.units.dvh"],
		["a { inset: 0 }", "css.properties.inset"],
		["a { margin-inline: 0 }", "css.properties.margin-inline"],
		["a { translate: 1px 1px }", "css.properties.translate"],
	])("%s", (css, key) => expect(keysIn(findInStylesheet(css))).toContain(key));

	test.each([
		["/(?<!a)b/.test(c)", "javascript.regular_expressions.lookbehind_assertion"],
		['new RegExp("(?<=a)b")', "javascript.regular_expressions.lookbehind_assertion"],
		["/a/v.test(b)", "javascript.builtins.RegExp.unicodeSets"],
		["class A { #b = 1 }", "javascript.classes.private_class_fields"],
		["class A { #b() {} }", "javascript.classes.private_class_methods"],
		["class A { static b = 1 }", "javascript.classes.static.class_fields"],
		["class A { static {} }", "javascript.classes.static.initialization_blocks"],
		["await a", "javascript.operators.await.top_level"],
		["a.at(-1)", "javascript.builtins.Array.at"],
		["a.toSorted()", "javascript.builtins.Array.toSorted"],
		["Object.hasOwn(a, b)", "javascript.builtins.Object.hasOwn"],
		["Object.groupBy(a, b)", "javascript.builtins.Object.groupBy"],
		["Promise.withResolvers()", "javascript.builtins.Promise.withResolvers"],
		["structuredClone(a)", "api.structuredClone"],
		["crypto.randomUUID()", "api.Crypto.randomUUID"],
		["AbortSignal.timeout(1)", "api.AbortSignal.timeout_static"],
		["URL.canParse(a)", "api.URL.canParse_static"],
		["a.showModal()", "api.HTMLDialogElement.showModal"],
		["a.requestSubmit()", "api.HTMLFormElement.requestSubmit"],
		["a?.b(...c, d)", "bugs.optional_call_with_spread"],
	])("%s", (script, key) => expect(keysIn(findInScript(script))).toContain(key));
});

test("what the oldest browsers understand, and what has a fallback, is not reported", () => {
	const css = `
		@media (min-width: 40rem) { a:hover { gap: 1rem; height: 100vh; height: 100dvh } }
		@supports selector(:has(a)) { a:has(b) { color: red } }
		:-webkit-any(a, b) c { color: red } :is(a, b) c { color: red }`;
	expect(keysIn(findInStylesheet(css))).toEqual([]);
	const script =
		'class A { b = 1 } a ??= b?.c(...d); a.replaceAll("b", "c"); Object.fromEntries(a); a.at; import("./b.js"); async () => await a';
	expect(keysIn(findInScript(script))).toEqual([]);
});

describe("compiling for old browsers", () => {
	const compile = (css: string) =>
		postcss([oldBrowsers])
			.process(css, { from: undefined })
			.css.replace(/\s+/g, " ")
			.replaceAll(":not(#\\#)", "§")
			.trim();

	test("layers become specificity, in their order", () => {
		const css =
			"@layer base{a{color:red}}@layer components{.b c{color:red}}@layer utilities{input.d{color:red}}.e{color:red}";
		expect(compile(css)).toBe("a{color:red}§.b c{color:red}input§§.d{color:red}§§§.e{color:red}");
	});

	test("a list of types becomes selectors with the specificity of a type", () => {
		expect(compile("@layer components{.a :is(th, td) :is(b,i){color:red}}")).toBe(
			"§.a th b, §.a th i, §.a td b, §.a td i{color:red}",
		);
		expect(compile("@layer components{.a :is(.b, th){color:red}}")).toBe("§.a :is(.b, th){color:red}");
	});

	test("with !important, the lowest layer has the highest specificity", () => {
		expect(compile("@layer base{[hidden]{display:none!important}}")).toBe("§§§[hidden]{display:none!important}");
	});

	test("an unknown layer is refused", () => {
		expect(() => compile("@layer other{a{color:red}}")).toThrow("does not know the layer other");
	});

	test(":where() and :is() around an ancestor become plain selectors", () => {
		expect(compile("@layer utilities{.b:is(:where(.a)[open] *){color:red}}")).toBe("§§.a[open] .b{color:red}");
		expect(compile("@layer utilities{:where(.a>:not(:last-child)){color:red}}")).toBe(
			"§.a>:not(:last-child){color:red}",
		);
		expect(compile("@layer base{a:where(.b,.c){color:red}}")).toBe("a:is(.b,.c){color:red}");
	});

	test("logical properties become physical ones", () => {
		const css =
			"@layer base{a{padding-inline:var(--b, 1px) 2px;margin-block:3px;inset-inline-start:0;border-inline:1px solid red}}";
		expect(compile(css)).toBe(
			"a{padding-left:var(--b, 1px);padding-right:2px;margin-top:3px;margin-bottom:3px;left:0;border-left:1px solid red;border-right:1px solid red}",
		);
		expect(compile("@layer base{a{inset:0 1px}}")).toBe("a{top:0;right:1px;bottom:0;left:1px}");
	});

	test("percentages of keyframes and nested rules stay as they are", () => {
		expect(compile("@keyframes a{50%{opacity:0}}")).toBe("@keyframes a{50%{opacity:0}}");
		expect(compile(".a{&:hover{color:red}}")).toBe("§§§.a{&:hover{color:red}}");
	});
});

test("the oldest browsers are those of the requirements", () => {
	const { browserslist } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
	expect(browserslist).toEqual(
		expect.arrayContaining(["chrome >= 87", "android >= 87", "samsung >= 14", "safari >= 14", "ios_saf >= 14"]),
	);
});
