import { toUnicode } from "~/features/domains/to-unicode";
import type { AmountLine, Block, EmailContent, ListItem } from "./content";

/** Shows domain names in Unicode. Links and quotations stay unchanged. */
export const readableEmail = ({ subject, preview, heading, blocks }: EmailContent): EmailContent => ({
	subject: toUnicode(subject),
	preview: toUnicode(preview),
	heading: toUnicode(heading),
	blocks: blocks.map(block),
});

function block(given: Block): Block {
	switch (given.kind) {
		case "text":
		case "note":
			return { ...given, text: toUnicode(given.text) };
		case "quotation":
		case "message":
			return given;
		case "button":
			return { ...given, label: toUnicode(given.label) };
		case "facts":
			return { ...given, rows: given.rows.map(([label, value]) => [label, toUnicode(value)] as const) };
		case "amounts":
			return { ...given, lines: given.lines.map(line), totals: given.totals.map(line) };
		case "steps":
			return { ...given, items: given.items.map(toUnicode) };
		case "list":
			return { ...given, items: given.items.map(listItem) };
	}
}

const line = (given: AmountLine): AmountLine => ({ ...given, label: toUnicode(given.label) });

const listItem = ({ name, text, link }: ListItem): ListItem => ({
	name: toUnicode(name),
	text: toUnicode(text),
	link: { ...link, label: toUnicode(link.label) },
});
