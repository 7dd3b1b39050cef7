/** An element as sent, with its namespace instead of its prefix, because each server chooses its prefixes. */
export interface XmlElement {
	readonly name: string;
	readonly namespace: string;
	/** Those without a prefix. */
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: readonly XmlElement[];
	/** Text directly in the element, without its children's. */
	readonly text: string;
}

export class XmlError extends Error {
	override name = "XmlError";
}

/** Markup made by `tag`. */
export interface Markup {
	readonly markup: string;
}

type Content = Markup | string | number | false | null | undefined;

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML 1.0 has no way to write (section 2.2), such as control characters and halves of pairs. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeText = (text: string): string =>
	text.replace(unwritable, "").replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** An element. Text is escaped, and content that is undefined, null or false is left out. */
export function tag(
	name: string,
	attributes: Readonly<Record<string, string | number>> | null,
	...content: readonly (Content | readonly Content[])[]
): Markup {
	const written = Object.entries(attributes ?? {}).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`);
	const inside = content
		.flat()
		.filter((part) => part !== undefined && part !== null && part !== false)
		.map((part) => (typeof part === "object" ? part.markup : escapeText(String(part))))
		.join("");
	const start = `${name}${written.join("")}`;
	return { markup: inside === "" ? `<${start}/>` : `<${start}>${inside}</${name}>` };
}

const name = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`;
const attribute = String.raw`\s+${name}\s*=\s*(?:"[^<"]*"|'[^<']*')`;
const tokens = new RegExp(
	[
		String.raw`<!--(?:(?!--)[\s\S])*-->`,
		String.raw`<!\[CDATA\[(?<data>[\s\S]*?)\]\]>`,
		String.raw`</(?<end>${name})\s*>`,
		String.raw`<(?<start>${name})(?<attributes>(?:${attribute})*)\s*(?<empty>/?)>`,
		"(?<text>[^<]+)",
	].join("|"),
	"y",
);
const attributes = new RegExp(String.raw`(${name})\s*=\s*(?:"([^"]*)"|'([^']*)')`, "g");
const entities: ReadonlyMap<string, string> = new Map(
	Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }),
);

function readText(text: string): string {
	return text.replace(/&([^;\s]{0,12};)?/g, (_, reference = "") => {
		const [, decimal, hex, named = ""] = /^(?:#(\d+)|#x([\da-fA-F]+)|([a-z]+));$/.exec(reference) ?? [];
		const code = decimal ? Number.parseInt(decimal, 10) : hex ? Number.parseInt(hex, 16) : undefined;
		const character =
			code === undefined ? entities.get(named) : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
		if (character === undefined || character.search(unwritable) === 0) throw new XmlError("Unknown entity");
		return character;
	});
}

type Namespaces = ReadonlyMap<string, string>;
type Open = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & {
	readonly tagName: string;
	readonly namespaces: Namespaces;
	readonly children: XmlElement[];
};

function open(tagName: string, written: string, outer: Namespaces): Open {
	const namespaces = new Map(outer);
	const own = new Map<string, string>();
	for (const [, key = "", double, single] of written.matchAll(attributes)) {
		const value = readText(double ?? single ?? "");
		if (own.has(key)) throw new XmlError(`Two attributes ${key}`);
		own.set(key, value);
		if (key === "xmlns") namespaces.set("", value);
		else if (key.startsWith("xmlns:")) namespaces.set(key.slice(6), value);
	}
	const colon = tagName.indexOf(":");
	const namespace = namespaces.get(tagName.slice(0, Math.max(colon, 0)));
	if (namespace === undefined) throw new XmlError(`No namespace of ${tagName}`);
	const plain = new Map([...own].filter(([key]) => key !== "xmlns" && !key.includes(":")));
	return { tagName, namespaces, name: tagName.slice(colon + 1), namespace, attributes: plain, children: [], text: "" };
}

/**
 * Parses a document without a document type, so it has no entities but the five of XML and character references.
 * @throws XmlError if the document is not well-formed, or has a document type or a processing instruction
 */
export function parseXml(source: string): XmlElement {
	const path: Open[] = [];
	let root: XmlElement | undefined;
	tokens.lastIndex = /^\uFEFF?(?:<\?xml\s[^?<>]*\?>)?/.exec(source)?.[0].length ?? 0;
	while (tokens.lastIndex < source.length) {
		const at = tokens.lastIndex;
		const groups = tokens.exec(source)?.groups;
		if (!groups && tokens.lastIndex === 0) throw new XmlError(`Not well-formed at character ${at}`);
		const { start, end, empty, text, data } = groups ?? {};
		const current = path.at(-1);
		if (start) {
			if (!current && root) throw new XmlError("Two roots");
			const element = open(start, groups?.attributes ?? "", current?.namespaces ?? new Map([["", ""]]));
			current?.children.push(element);
			root ??= element;
			if (!empty) path.push(element);
		} else if (end) {
			if (path.pop()?.tagName !== end) throw new XmlError(`</${end}> does not match`);
		} else if (text !== undefined || data !== undefined) {
			if (current) current.text += data ?? readText(text ?? "");
			else if (data !== undefined || text?.trim()) throw new XmlError("Text outside the root");
		}
	}
	if (!root || path.length > 0) throw new XmlError("The document ends too early");
	return root;
}

export const childrenOf = (element: XmlElement | undefined, childName: string, namespace?: string): XmlElement[] =>
	(element?.children ?? []).filter(
		(child) => child.name === childName && child.namespace === (namespace ?? element?.namespace),
	);

/** The first child of this name. Namespace: the element's, unless given. */
export const childOf = (element: XmlElement | undefined, childName: string, namespace?: string) =>
	childrenOf(element, childName, namespace)[0];

/** The text of the child, without white space around it. Undefined if there is no such child. */
export const childText = (element: XmlElement | undefined, childName: string): string | undefined =>
	childOf(element, childName)?.text.trim();
