import { decodeEntities } from "../../scripts/share/entities";

/** Reads built and rendered HTML as React writes it: attributes in double quotes, every element closed. */

const attributes = (html: string, pattern: RegExp): string[] =>
	[...html.matchAll(pattern)].map(([, value = ""]) => decodeEntities(value));

export const linksOf = (html: string): string[] => attributes(html, /<a\b[^>]*?\shref="([^"]*)"/g);

export const idsOf = (html: string): Set<string> => new Set(attributes(html, /\sid="([^"]*)"/g));

/** The visible text of a page, with normalised spaces. */
export function textOf(html: string): string {
	const shown = html.replace(/<(script|style|template|head)\b.*?<\/\1>/gs, " ").replace(/<!--.*?-->/gs, "");
	return plain(decodeEntities(shown.replace(/<[^>]+>/g, " ")));
}

/** Replaces non-breaking spaces and hyphens by ordinary ones. */
export const plain = (text: string): string =>
	text.replace(/[\s\u00a0\u2011]+/g, (gap) => (gap.includes("\u2011") ? "-" : " ")).trim();

/** HTML of the element with that id. */
export function elementOf(html: string, id: string): string {
	const opening = html.match(new RegExp(`<(\\w+)\\b[^>]*?\\sid="${id}"[^>]*>`));
	if (!opening?.[1] || opening.index === undefined) throw new Error(`No element with the id ${id}`);
	let depth = 0;
	const tags = new RegExp(`<(/?)${opening[1]}\\b[^>]*>`, "g");
	tags.lastIndex = opening.index;
	for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
		depth += tag[1] ? -1 : 1;
		if (depth === 0) return html.slice(opening.index, tags.lastIndex);
	}
	throw new Error(`The element ${id} has no end`);
}

/** Number of elements with that tag name. */
export const countOf = (html: string, name: string): number => html.match(new RegExp(`<${name}\\b`, "g"))?.length ?? 0;

interface HtmlButton {
	/** Its opening tag. */
	readonly tag: string;
	readonly inForm: boolean;
}

export function buttonsOf(html: string): HtmlButton[] {
	let inForm = false;
	const found: HtmlButton[] = [];
	for (const [tag] of html.matchAll(/<\/?(form|button)(?=[\s>])[^>]*>/g)) {
		if (tag.startsWith("<form")) inForm = true;
		else if (tag === "</form>") inForm = false;
		else if (tag.startsWith("<button")) found.push({ tag, inForm });
	}
	return found;
}
