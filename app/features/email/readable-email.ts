import { readable } from "~/features/domains/readable";
import type { AmountLine, Block, EmailContent } from "./content";

/** Shows domain names in Unicode. Links and quotations stay unchanged. */
export const readableEmail = ({ subject, preview, heading, blocks }: EmailContent): EmailContent => ({
	subject: readable(subject),
	preview: readable(preview),
	heading: readable(heading),
	blocks: blocks.map(block),
});

function block(given: Block): Block {
	switch (given.kind) {
		case "text":
		case "note":
			return { ...given, text: readable(given.text) };
		case "quotation":
			return given;
		case "button":
			return { ...given, label: readable(given.label) };
		case "facts":
			return { ...given, rows: given.rows.map(([label, value]) => [label, readable(value)] as const) };
		case "amounts":
			return { ...given, lines: given.lines.map(line), totals: given.totals.map(line) };
		case "steps":
			return { ...given, items: given.items.map(readable) };
	}
}

const line = (given: AmountLine): AmountLine => ({ ...given, label: readable(given.label) });
