import { parseAst } from "vite";
import { browsersWithout, compat } from "./support.mjs";

const { builtins, classes, operators, regular_expressions: patterns, statements } = compat.javascript;

/** Interfaces whose members are looked for by name alone. Others share too many names with our own objects. */
const interfaces = [
	"AbortController",
	"AbortSignal",
	"Blob",
	"Crypto",
	"CSSStyleSheet",
	"CustomElementRegistry",
	"Document",
	"DocumentFragment",
	"DOMTokenList",
	"Element",
	"Event",
	"EventTarget",
	"FormData",
	"Headers",
	"HTMLButtonElement",
	"HTMLDetailsElement",
	"HTMLDialogElement",
	"HTMLElement",
	"HTMLFormElement",
	"HTMLInputElement",
	"Node",
	"NodeList",
	"Response",
	"ShadowRoot",
	"SubmitEvent",
	"URLSearchParams",
];

/** Objects without instances. */
const namespaces = ["Atomics", "Intl", "JSON", "Math", "Reflect"];

/** Features by the name of a global, of a static member such as `Object.hasOwn`, and of any member. */
const globals = new Map();
const statics = new Map();
const members = new Map();

for (const [root, objects] of [
	["javascript.builtins", { ...builtins, ...builtins.Intl }],
	["api", compat.api],
]) {
	for (const [object, entry] of Object.entries(objects)) {
		if (entry.__compat) globals.set(object, [{ key: `${root}.${object}`, feature: entry }]);
		for (const [name, feature] of Object.entries(entry)) {
			if (!feature.__compat || /_event$|^__/.test(name)) continue;
			const known = { key: `${root}.${object}.${name}`, feature, object };
			const plain = name.replace(/_static$/, "");
			// The language's entries don't say which members are static.
			if (plain !== name || root !== "api") statics.set(`${object}.${plain}`, [known]);
			if (plain === name && !namespaces.includes(object)) members.set(plain, [...(members.get(plain) ?? []), known]);
		}
	}
}

/** Of the language, only calls: our own objects have properties such as `at`. */
const isLookedFor = ({ key, object }, node, parent) =>
	key.startsWith("javascript.")
		? parent.type === "CallExpression" && parent.callee === node
		: interfaces.includes(object);

const isSpread = ({ type }) => type === "SpreadElement";

/**
 * The features of a script that a supported browser lacks: `key`, `browsers` and `where`. A member's object is not known,
 * so it is reported if no object in the supported browsers has a member of that name.
 */
export function findInScript(script) {
	const found = [];
	const use = (candidates, node) => {
		if (!candidates || candidates.length === 0) return;
		const lacking = candidates.map((each) => ({ ...each, browsers: browsersWithout(each.feature) }));
		if (lacking.some(({ browsers }) => browsers.length === 0)) return;
		const [{ key, browsers }] = lacking;
		report(key, browsers, node);
	};
	const report = (key, browsers, { start, end }) =>
		found.push({ key, browsers, where: script.slice(Math.max(0, start - 30), end + 30).slice(0, 120) });
	const syntax = (key, feature, node) => use([{ key: `javascript.${key}`, feature }], node);
	const visit = (node, parents) => {
		switch (node.type) {
			case "Identifier":
				use(globals.get(node.name), node);
				break;
			case "MemberExpression":
				if (node.computed || node.property.type === "PrivateIdentifier") break;
				if (statics.has(`${node.object.name}.${node.property.name}`))
					use(statics.get(`${node.object.name}.${node.property.name}`), node);
				else if (members.get(node.property.name)?.some((known) => isLookedFor(known, node, parents[0])))
					use(members.get(node.property.name), node);
				break;
			case "PrivateIdentifier":
				if (parents[0]?.type === "MethodDefinition")
					syntax("classes.private_class_methods", classes.private_class_methods, node);
				else syntax("classes.private_class_fields", classes.private_class_fields, node);
				break;
			case "PropertyDefinition":
				if (node.static) syntax("classes.static.class_fields", classes.static.class_fields, node);
				break;
			case "CallExpression":
				// v8:11558, see scripts/vite/browser-targets.ts.
				if (parents[0].type === "ChainExpression" && node.arguments.slice(0, -1).some(isSpread))
					report("bugs.optional_call_with_spread", ["chrome 91"], node);
				break;
			case "StaticBlock":
				syntax("classes.static.initialization_blocks", classes.static.initialization_blocks, node);
				break;
			case "AwaitExpression":
				if (!parents.some(({ type }) => /Function|Method/.test(type)))
					syntax("operators.await.top_level", operators.await.top_level, node);
				break;
			case "ImportAttribute":
				syntax("statements.import.import_attributes", statements.import.import_attributes, node);
				break;
			case "AssignmentExpression":
				if (node.operator === "??=")
					syntax("operators.nullish_coalescing_assignment", operators.nullish_coalescing_assignment, node);
				break;
			case "TemplateElement":
				checkPattern(node.value.raw, "", node);
				break;
			case "Literal":
				if (node.regex) checkPattern(node.regex.pattern, node.regex.flags, node);
				// A pattern for `new RegExp`.
				else if (typeof node.value === "string") checkPattern(node.value, "", node);
				break;
		}
		for (const child of Object.values(node)) {
			for (const each of Array.isArray(child) ? child : [child])
				if (typeof each?.type === "string") visit(each, [node, ...parents]);
		}
	};
	const checkPattern = (pattern, flags, node) => {
		if (/\(\?<[=!]/.test(pattern))
			syntax("regular_expressions.lookbehind_assertion", patterns.lookbehind_assertion, node);
		if (/\(\?[ims]*-?[ims]+:/.test(pattern)) syntax("regular_expressions.modifier", patterns.modifier, node);
		if (flags.includes("d"))
			use([{ key: "javascript.builtins.RegExp.hasIndices", feature: builtins.RegExp.hasIndices }], node);
		if (flags.includes("v"))
			use([{ key: "javascript.builtins.RegExp.unicodeSets", feature: builtins.RegExp.unicodeSets }], node);
	};
	visit(parseAst(script), []);
	return found;
}
