import { createElement, Fragment, type ReactNode } from "react";
import { type Block, type Inline, parseMarkdown } from "~/lib/markdown";

/** What somebody wrote, as elements: React escapes every text of it. */
export function Markdown({ text }: { text: string }) {
	return <div className="grid gap-2 break-words">{inARow(parseMarkdown(text).map(block))}</div>;
}

/** The text never changes its order, so its pieces need no keys. */
const inARow = (nodes: readonly ReactNode[]) => createElement(Fragment, null, ...nodes);

function block(one: Block): ReactNode {
	if (one.kind === "paragraph") return <p>{inARow(one.children.map(piece))}</p>;
	const items = one.items.map(listItem);
	return one.ordered ? (
		<ol className="list-decimal ps-6">{inARow(items)}</ol>
	) : (
		<ul className="list-disc ps-6">{inARow(items)}</ul>
	);
}

const listItem = (inlines: readonly Inline[]) => <li>{inARow(inlines.map(piece))}</li>;

function piece(one: Inline): ReactNode {
	switch (one.kind) {
		case "text":
			return one.text;
		case "break":
			return <br />;
		case "code":
			return <code className="rounded bg-line/60 px-1 font-mono text-sm">{one.text}</code>;
		case "strong":
			return <strong>{inARow(one.children.map(piece))}</strong>;
		case "em":
			return <em>{inARow(one.children.map(piece))}</em>;
		case "link":
			return (
				<a href={one.href} rel="nofollow noopener noreferrer" className="link break-all">
					{inARow(one.children.map(piece))}
				</a>
			);
	}
}
