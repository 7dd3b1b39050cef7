import { parse } from "postcss";
import { browsersWithout, compat } from "./support.mjs";

const { "at-rules": atRules, properties, selectors, types } = compat.css;

const functions = { ...types, ...types.color };

/** MDN's data has one entry for several units. */
const groupedUnits = [
	[/^d(vw|vh|vi|vb|vmin|vmax)$/, types.length.viewport_percentage_units_dynamic],
	[/^s(vw|vh|vi|vb|vmin|vmax)$/, types.length.viewport_percentage_units_small],
	[/^l(vw|vh|vi|vb|vmin|vmax)$/, types.length.viewport_percentage_units_large],
	[/^cq/, types.length.container_query_length_units],
];

const unitOf = (name) => groupedUnits.find(([pattern]) => pattern.test(name))?.[1] ?? types.length[name];

/**
 * The features of a stylesheet that a supported browser lacks: `key`, `browsers` and `where`. Leaves out what is in
 * `@supports`, and values with a fallback.
 */
export function findInStylesheet(css) {
	const found = [];
	const use = (key, feature, where) => {
		if (!feature?.__compat) return;
		const browsers = browsersWithout(feature);
		if (browsers.length > 0) found.push({ key: `css.${key}`, browsers, where: where.slice(0, 120) });
	};
	parse(css).walk((node) => {
		if (isGuarded(node)) return;
		const where = node.toString();
		if (node.type === "atrule") {
			use(`at-rules.${node.name}`, atRules[node.name], where);
			if (node.name === "media") {
				if (/[<>]/.test(node.params)) use("at-rules.media.range_syntax", atRules.media.range_syntax, where);
				for (const [, name] of node.params.matchAll(/\(\s*([a-z-]+)/g))
					use(`at-rules.media.${name}`, atRules.media[name], where);
			}
		} else if (node.type === "rule") {
			if (node.parent.type === "rule") use("selectors.nesting", selectors.nesting, where);
			if (hasPrefixedTwin(node)) return;
			// Without escaped characters and the values of attributes.
			const selector = node.selector.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "");
			for (const [, name] of selector.matchAll(/::?([a-z-]+)/g)) use(`selectors.${name}`, selectors[name], where);
			if (/:not\([^()]*,/.test(selector)) use("selectors.not.selector_list", selectors.not.selector_list, where);
		} else if (node.type === "decl" && !node.prop.startsWith("--")) {
			const property = properties[node.prop];
			if (hasFallback(node)) return;
			use(`properties.${node.prop}`, property, where);
			const text = node.value.replace(/"[^"]*"|url\([^)]*\)/g, "");
			for (const [, word] of text.matchAll(/(?<![\w-])([a-z][a-z-]+)(?![\w(-])/g))
				use(`properties.${node.prop}.${word}`, property?.[word], where);
			for (const [, name] of text.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)) use(`types.${name}`, functions[name], where);
			for (const [, name] of text.matchAll(/\d([a-z]+)\b/g)) use(`units.${name}`, unitOf(name), where);
		}
	});
	return found;
}

function isGuarded({ parent }) {
	if (!parent) return false;
	return (parent.type === "atrule" && parent.name === "supports") || isGuarded(parent);
}

/** The same property before, or the prefixed one in the same rule. */
function hasFallback(declaration) {
	const { nodes } = declaration.parent;
	const isFallback = ({ type, prop }, at) =>
		type === "decl" &&
		((prop === declaration.prop && at < nodes.indexOf(declaration)) || prop === `-webkit-${declaration.prop}`);
	return nodes.some(isFallback);
}

/** Whether Lightning CSS has written the same rule with a prefixed selector before this one. */
function hasPrefixedTwin(rule) {
	const before = rule.prev();
	const body = ({ nodes }) => nodes?.join(";");
	return before?.type === "rule" && /:-webkit-/.test(before.selector) && body(before) === body(rule);
}
