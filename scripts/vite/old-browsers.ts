import type { Declaration, Plugin, Rule } from "postcss";

/** Layers, lowest first. The number of ids that each adds to the specificity of its selectors. */
const layerWeights: Readonly<Record<string, number>> = {
	theme: 0,
	properties: 0,
	base: 0,
	components: 1,
	utilities: 2,
};
const unlayeredWeight = 3;

/** Such as `padding-inline`, `inset-block-start` and `border-inline-end-width`. */
const logical =
	/^(padding|margin|scroll-padding|scroll-margin|border|inset)-(inline|block)(?:-(start|end))?(-width|-style|-color)?$/;

/** The site has no right-to-left text. */
const sides = { inline: ["left", "right"], block: ["top", "bottom"] } as const;

/**
 * Compiles what Lightning CSS does not, for the browsers in package.json:
 *
 * - Cascade layers (Chrome 99, Safari 15.4) become specificity. An older browser drops everything inside of `@layer`.
 * - `:where()` and `:is()` around an ancestor (Chrome 88) become plain selectors.
 * - `:is(th, td)` becomes two selectors. Lightning CSS would write `:-webkit-any(th, td)` for Chrome 87, which counts as a
 *   class in every browser, so that it beats rules that it should not.
 * - `inset` and logical properties (some of them Safari 14.1) become physical ones. Lightning CSS would repeat them for each
 *   right-to-left language.
 * - `dvh` (Chrome 108, Safari 15.4) gets a fallback.
 */
export const oldBrowsers: Plugin = {
	postcssPlugin: "old-browsers",
	OnceExit(root) {
		root.walkRules((rule) => {
			rule.selectors = rule.selectors.flatMap(withoutTypeLists);
			if (isNested(rule)) return;
			const weight = weightOf(rule);
			rule.selectors = rule.selectors.map((selector) => withWeight(selector, weight));
		});
		root.walkAtRules("layer", (layer) => {
			layer.replaceWith(layer.nodes ?? []);
		});
		root.walkDecls(compileDeclaration);
	},
};

function compileDeclaration(declaration: Declaration): void {
	const { prop, value } = declaration;
	const [isLogical, name, axis, edge, detail = ""] = logical.exec(prop) ?? [];
	if (prop === "inset") {
		const [top = value, right = top, bottom = top, left = right] = splitValue(value);
		for (const [side, sideValue] of Object.entries({ top, right, bottom, left }))
			declaration.cloneBefore({ prop: side, value: sideValue });
		declaration.remove();
	} else if (isLogical) {
		const [start, end] = sides[axis as keyof typeof sides];
		// Only the value of a border has spaces that don't separate start from end.
		const values = name === "border" && !detail ? [value] : splitValue(value);
		const put = (side: string, sideValue = value) =>
			declaration.cloneBefore({ prop: name === "inset" ? side : `${name}-${side}${detail}`, value: sideValue });
		if (edge !== "end") put(start, values[0]);
		if (edge !== "start") put(end, values[1] ?? values[0]);
		declaration.remove();
	} else if (/\ddvh\b/.test(value)) declaration.cloneBefore({ value: value.replace(/(\d)dvh\b/g, "$1vh") });
}

/** Splits at spaces outside of parentheses. */
const splitValue = (value: string): string[] =>
	value.match(/(?:[^\s(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];

/** Keyframes have percentages as selectors, and nested rules get the specificity of their parent. */
function isNested({ parent }: Rule): boolean {
	if (!parent || parent.type === "root") return false;
	if (parent.type === "rule") return true;
	if (parent.type === "atrule" && /keyframes$/.test((parent as unknown as { name: string }).name)) return true;
	return isNested(parent as unknown as Rule);
}

function weightOf(rule: Rule): number {
	const layer = layerOf(rule);
	const weight = layer === null ? unlayeredWeight : layerWeights[layer];
	if (weight === undefined) throw rule.error(`scripts/vite/old-browsers.ts does not know the layer ${layer}`);
	// With `!important`, the lowest layer wins.
	const declarations = rule.nodes.filter((node) => node.type === "decl");
	const isImportant = declarations.length > 0 && declarations.every(({ important }) => important);
	return isImportant ? unlayeredWeight - weight : weight;
}

function layerOf({ parent }: { parent?: unknown }): string | null {
	const above = parent as { type: string; name?: string; params?: string; parent?: unknown } | undefined;
	if (!above || above.type === "root") return null;
	return above.type === "atrule" && above.name === "layer" ? (above.params ?? "") : layerOf(above);
}

function withWeight(selector: string, weight: number): string {
	// A selector in `:where` has no specificity, so that every other rule of its layer wins.
	const [plain, reduced] = selector.startsWith(":where(") ? [selector, Math.max(0, weight - 1)] : [selector, weight];
	const [, type = "", rest = ""] = /^(\*|[a-z][\w-]*)?(.*)$/is.exec(withoutWhere(withoutAncestor(plain))) ?? [];
	return type + ":not(#\\#)".repeat(reduced) + rest;
}

/** `.a :is(th, td)` as `.a th` and `.a td`. */
function withoutTypeLists(selector: string): string[] {
	const [list, types = ""] = /:is\(([a-z]+(?:\s*,\s*[a-z]+)+)\)/.exec(selector) ?? [];
	return list ? types.split(",").flatMap((type) => withoutTypeLists(selector.replace(list, type.trim()))) : [selector];
}

/** `.a:is(.b *)` as `.b .a`, and `:is(.a > *)` as `.a > *`. */
function withoutAncestor(selector: string): string {
	const [, only] = /^:is\(([^(),]+)\)$/.exec(selector) ?? [];
	if (only) return only;
	const [, before = "", ancestor = "", after = ""] = /^([^\s()]*):is\((.+) \*\)([^\s()]*)$/.exec(selector) ?? [];
	return ancestor ? `${ancestor} ${before}${after}` : selector;
}

/** `:where(.a)` as `.a`, and `:where(.a, .b)` as `:is(.a, .b)`. */
function withoutWhere(selector: string): string {
	const start = selector.indexOf(":where(");
	if (start < 0) return selector;
	const open = start + ":where".length;
	let end = open;
	let depth = 0;
	do {
		if (selector[end] === "(") depth += 1;
		if (selector[end] === ")") depth -= 1;
		end += 1;
	} while (depth > 0);
	const inner = selector.slice(open + 1, end - 1);
	const rest = withoutWhere(selector.slice(end));
	return selector.slice(0, start) + (splitList(inner).length > 1 ? `:is(${inner})` : inner) + rest;
}

/** Splits at commas outside of parentheses. */
const splitList = (list: string): string[] => list.match(/(?:[^,(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
