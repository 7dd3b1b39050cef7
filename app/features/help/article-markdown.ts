import { type Inline, parseInline, safeHref, wordsOf } from "~/lib/markdown";

/**
 * Markdown of articles: headings, lists, tables, code and quotes, with the marks of lib/markdown inside. Anything else is
 * text, including HTML. The result has no markup of its own, so nothing of an article can become a script.
 */
export type ArticleBlock =
	| {
			readonly kind: "heading";
			/** The page's title is level 1. */
			readonly level: 2 | 3 | 4;
			/** The anchor. */
			readonly id: string;
			readonly children: readonly Inline[];
	  }
	| { readonly kind: "paragraph"; readonly children: readonly Inline[] }
	| { readonly kind: "code"; readonly text: string }
	| { readonly kind: "quote"; readonly blocks: readonly ArticleBlock[] }
	| {
			readonly kind: "list";
			readonly ordered: boolean;
			/** The number of the first item. */
			readonly start: number;
			readonly items: readonly (readonly ArticleBlock[])[];
	  }
	| {
			readonly kind: "table";
			readonly head: readonly (readonly Inline[])[];
			readonly rows: readonly (readonly (readonly Inline[])[])[];
	  };

const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*$/;
const quote = /^ {0,3}> ?/;
const bullet = /^( {0,3}[-*+] {1,4})(?=\S)/;
const numbered = /^( {0,3}(\d{1,4})[.)] {1,4})(?=\S)/;
const tableRule = /^ *\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/;

/** Lists and quotes nested deeper are text. */
const maxDepth = 4;

/** Ids that the frame of a page has. */
const takenIds = ["main", "toasts"];

/** What all blocks of an article share. */
interface State {
	readonly ids: Set<string>;
	/** Level of the last heading. */
	level: number;
}

/** Splits an article into blocks. */
export const parseArticle = (text: string): ArticleBlock[] =>
	parseBlocks(text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ").split("\n"), 0, {
		ids: new Set(takenIds),
		level: 1,
	});

function parseBlocks(lines: readonly string[], depth: number, state: State): ArticleBlock[] {
	const blocks: ArticleBlock[] = [];
	let at = 0;
	while (at < lines.length) {
		const rest = lines.slice(at);
		const [block, used] =
			readBlank(rest) ??
			readCode(rest) ??
			readHeading(rest, state) ??
			readTable(rest) ??
			(depth < maxDepth ? (readQuote(rest, depth, state) ?? readList(rest, depth, state)) : null) ??
			readParagraph(rest);
		if (block) blocks.push(block);
		at += used;
	}
	return blocks;
}

/** A block and its number of lines. */
type Read = [ArticleBlock | null, number];

const readBlank = ([first = ""]: readonly string[]): Read | null => (first.trim() === "" ? [null, 1] : null);

function readCode([first = "", ...rest]: readonly string[]): Read | null {
	const mark = fence.exec(first)?.[1];
	if (!mark) return null;
	const end = rest.findIndex(
		(line) => line.trim().startsWith(mark) && line.trim().replaceAll(mark.charAt(0), "") === "",
	);
	const text = rest.slice(0, end === -1 ? undefined : end).join("\n");
	return [{ kind: "code", text }, end === -1 ? rest.length + 1 : end + 2];
}

function readHeading([first = ""]: readonly string[], state: State): Read | null {
	const [, marks = "", text = ""] = heading.exec(first) ?? [];
	if (!marks) return null;
	const children = inlines(text);
	// No level is left out, so that screen readers list the headings as a tree.
	const level = Math.min(Math.max(marks.length, 2), state.level + 1, 4) as 2 | 3 | 4;
	state.level = level;
	return [{ kind: "heading", level, id: freeId(plainWords(children), state.ids), children }, 1];
}

function freeId(text: string, ids: Set<string>): string {
	const words = text
		.normalize("NFKD")
		.toLowerCase()
		.match(/[a-z\d]+/g);
	const name = words?.join("-").slice(0, 60) || "part";
	let id = name;
	for (let n = 2; ids.has(id); n++) id = `${name}-${n}`;
	ids.add(id);
	return id;
}

function readTable(lines: readonly string[]): Read | null {
	const [first = "", rule = ""] = lines;
	if (!first.includes("|") || !rule.includes("-") || !tableRule.test(rule)) return null;
	const head = cellsOf(first);
	if (head.length !== cellsOf(rule).length) return null;
	const rest = lines.slice(2);
	const end = rest.findIndex((line) => !line.includes("|"));
	const rows = (end === -1 ? rest : rest.slice(0, end)).map((line) => {
		const cells = cellsOf(line);
		return head.map((_, column) => inlines(cells[column] ?? ""));
	});
	return [{ kind: "table", head: head.map(inlines), rows }, rows.length + 2];
}

const cellsOf = (line: string): string[] =>
	line
		.trim()
		.replace(/^\||\|$/g, "")
		.split("|")
		.map((cell) => cell.trim());

function readQuote(lines: readonly string[], depth: number, state: State): Read | null {
	const end = lines.findIndex((line) => !quote.test(line));
	const quoted = end === -1 ? lines : lines.slice(0, end);
	if (quoted.length === 0) return null;
	const inner = quoted.map((line) => line.replace(quote, ""));
	return [{ kind: "quote", blocks: parseBlocks(inner, depth + 1, state) }, quoted.length];
}

function readList(lines: readonly string[], depth: number, state: State): Read | null {
	const number = numbered.exec(lines[0] ?? "");
	const mark = number ? numbered : bullet;
	if (!mark.test(lines[0] ?? "")) return null;
	const items: ArticleBlock[][] = [];
	let at = 0;
	for (let item = mark.exec(lines[at] ?? ""); item; item = mark.exec(lines[at] ?? "")) {
		const width = item[1]?.length ?? 0;
		const rest = lines.slice(at + 1);
		const end = rest.findIndex((line, index) => !continues(line, width, rest, index));
		const more = end === -1 ? rest : rest.slice(0, end);
		const inner = [(lines[at] ?? "").slice(width), ...more.map((line) => outdented(line, width))];
		items.push(parseBlocks(inner, depth + 1, state));
		at += more.length + 1;
	}
	return [{ kind: "list", ordered: number !== null, start: Number(number?.[2] ?? 1), items }, at];
}

/** Whether a line belongs to the item of a list: indented, empty, or the text of its paragraph in the next line. */
function continues(line: string, width: number, rest: readonly string[], index: number): boolean {
	if (line.trim() === "") return true;
	if (indentOf(line) >= Math.min(width, 2)) return true;
	return (index === 0 || rest[index - 1]?.trim() !== "") && !startsBlock(line);
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Without the indentation of its item. */
const outdented = (line: string, width: number): string => line.slice(Math.min(width, indentOf(line)));

const startsBlock = (line: string): boolean =>
	[fence, heading, quote, bullet, numbered].some((pattern) => pattern.test(line));

function readParagraph(lines: readonly string[]): Read {
	const end = lines.findIndex((line, index) => index > 0 && (line.trim() === "" || startsBlock(line)));
	const own = end === -1 ? lines : lines.slice(0, end);
	// Two spaces or a backslash at the end of a line break it there.
	const text = own.map((line) => line.trimStart().replace(/(?: {2,}|\\)$/, "\n")).join(" ");
	return [{ kind: "paragraph", children: inlines(text.replace(/ *\n */g, "\n").trim()) }, own.length];
}

const inlines = (text: string): Inline[] => parseInline(text, articleHref);

/** Accepts web and email addresses, and our own pages and headings: `/pricing`, `#prices`. Null for anything else. */
export function articleHref(text: string): string | null {
	const href = text.trim();
	if (/^(?:\/(?![/\\])|#)[^\s\\]*$/.test(href) && href.length <= 2_000) return href;
	return /^(?:https?|mailto):/i.test(href) ? safeHref(href) : null;
}

const plainWords = (children: readonly Inline[]): string => children.map(wordsOf).join("");

/** The words of a cell, for labels. */
export const cellText = plainWords;

/** The text of blocks without marks, for the search. Headings apart, because they say more about an article. */
export function articleText(blocks: readonly ArticleBlock[]): { readonly headings: string; readonly text: string } {
	const headings: string[] = [];
	const texts: string[] = [];
	const visit = (block: ArticleBlock): void => {
		if (block.kind === "heading") headings.push(plainWords(block.children));
		else if (block.kind === "paragraph") texts.push(plainWords(block.children));
		else if (block.kind === "code") texts.push(block.text);
		else if (block.kind === "quote") block.blocks.forEach(visit);
		else if (block.kind === "list") block.items.flat().forEach(visit);
		else texts.push(...[block.head, ...block.rows].flat().map(plainWords));
	};
	blocks.forEach(visit);
	return { headings: headings.join(" "), text: texts.join(" ") };
}
