import { parseUrl } from "./parse-url";

/** The subset of Markdown that people use in messages. Everything else is plain text, including HTML. */
export type Inline =
	| { readonly kind: "text" | "code"; readonly text: string }
	| { readonly kind: "strong" | "em"; readonly children: readonly Inline[] }
	| { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] }
	| { readonly kind: "break" };

export type Block =
	| { readonly kind: "paragraph"; readonly children: readonly Inline[] }
	| { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };

const bullet = /^\s{0,3}[-*+]\s+(.*)$/;
const number = /^\s{0,3}\d{1,4}[.)]\s+(.*)$/;

/** Splits a text into paragraphs and lists. */
export function parseMarkdown(text: string): Block[] {
	const blocks: Block[] = [];
	let paragraph: string[] = [];
	let list = null as { ordered: boolean; items: string[] } | null;
	const close = () => {
		if (paragraph.length > 0) blocks.push({ kind: "paragraph", children: parseInline(paragraph.join("\n")) });
		if (list) blocks.push({ kind: "list", ordered: list.ordered, items: list.items.map((item) => parseInline(item)) });
		paragraph = [];
		list = null;
	};
	for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
		const item = line.match(bullet) ?? line.match(number);
		if (item) {
			const ordered = !bullet.test(line);
			if (list?.ordered !== ordered) close();
			list ??= { ordered, items: [] };
			list.items.push(item[1] ?? "");
		} else if (line.trim() === "") close();
		else if (list) list.items.push(`${list.items.pop()}\n${line.trim()}`);
		else paragraph.push(line);
	}
	close();
	return blocks;
}

/** The text without its markup, on one line. */
export const plainText = (text: string): string =>
	parseMarkdown(text)
		.flatMap((block) => (block.kind === "paragraph" ? [block.children] : block.items))
		.map((inlines) => inlines.map(wordsOf).join(""))
		.join(" ");

/** The text without its marks. */
export function wordsOf(inline: Inline): string {
	if (inline.kind === "break") return " ";
	return "text" in inline ? inline.text : inline.children.map(wordsOf).join("");
}

/** Markup nested deeper is plain text. */
const maxDepth = 6;

/** Reads the address of a link. Null if it is not allowed. */
type ReadHref = (text: string) => string | null;

/** Reads the marks inside a paragraph. A line break in the text is one on the page. */
export function parseInline(text: string, readHref: ReadHref = safeHref, depth = 0): Inline[] {
	const found: Inline[] = [];
	let plain = "";
	let at = 0;
	const add = (inline: Inline, length: number) => {
		if (plain) found.push({ kind: "text", text: plain });
		plain = "";
		found.push(inline);
		at += length;
	};
	while (at < text.length) {
		const mark = depth < maxDepth ? markAt(text, at, readHref, depth) : null;
		if (mark) add(...mark);
		else plain += text.charAt(at++);
	}
	if (plain) found.push({ kind: "text", text: plain });
	return found;
}

/** The inline element that begins at `at`, and its length in characters. Null if there is none. */
function markAt(text: string, at: number, readHref: ReadHref, depth: number): [Inline, number] | null {
	const char = text.charAt(at);
	if (char === "\n") return [{ kind: "break" }, 1];
	if (char === "`") return code(text, at);
	if (char === "*" || char === "_") return emphasis(text, at, readHref, depth);
	if (char === "[") return link(text, at, readHref, depth);
	return char === "h" ? address(text, at, readHref) : null;
}

function code(text: string, at: number): [Inline, number] | null {
	const end = text.indexOf("`", at + 1);
	if (end <= at + 1) return null;
	return [{ kind: "code", text: text.slice(at + 1, end) }, end + 1 - at];
}

function emphasis(text: string, at: number, readHref: ReadHref, depth: number): [Inline, number] | null {
	const char = text.charAt(at);
	const mark = text.startsWith(char + char, at) ? char + char : char;
	// An underscore inside a word is not emphasis: snake_case_names.
	if (char === "_" && /\w/.test(text.charAt(at - 1))) return null;
	const start = at + mark.length;
	const end = text.indexOf(mark, start);
	const inner = text.slice(start, end);
	if (end === -1 || inner === "" || /^\s|\s$/.test(inner)) return null;
	const kind = mark.length === 2 ? "strong" : "em";
	return [{ kind, children: parseInline(inner, readHref, depth + 1) }, end + mark.length - at];
}

function link(text: string, at: number, readHref: ReadHref, depth: number): [Inline, number] | null {
	const middle = text.indexOf("](", at);
	const end = middle === -1 ? -1 : text.indexOf(")", middle);
	const href = end === -1 ? null : readHref(text.slice(middle + 2, end));
	const label = text.slice(at + 1, middle);
	if (href === null || label.trim() === "" || label.includes("\n")) return null;
	return [{ kind: "link", href, children: unlinked(parseInline(label, readHref, depth + 1)) }, end + 1 - at];
}

function address(text: string, at: number, readHref: ReadHref): [Inline, number] | null {
	if (/\w/.test(text.charAt(at - 1)) || !/^https?:\/\//.test(text.slice(at, at + 8))) return null;
	const found = (text.slice(at, at + 2_000).match(/^[^\s<>"`]+/)?.[0] ?? "").replace(/[.,;:!?)*_\]]+$/, "");
	const href = readHref(found);
	return href ? [{ kind: "link", href, children: [{ kind: "text", text: found }] }, found.length] : null;
}

/** Replaces links with their text, because links can't be nested. */
const unlinked = (inlines: readonly Inline[]): Inline[] =>
	inlines.flatMap((inline) => (inline.kind === "link" ? unlinked(inline.children) : [inline]));

/** Accepts http, https, mailto and tel addresses. Null for anything else, such as `javascript:`. */
export function safeHref(text: string): string | null {
	const href = text.trim();
	if (href.length > 2_000 || !/^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:\+?\d)\S*$/i.test(href)) return null;
	return parseUrl(href) ? href : null;
}
