import { createElement, Fragment, type ReactNode } from "react";
import { type Block, type Inline, parseMarkdown } from "~/lib/markdown";

/** Renders user-written Markdown as React elements, so all text is escaped. */
export function Markdown({ text }: { text: string }) {
	return <div className="grid gap-2 break-words">{withoutKeys(parseMarkdown(text).map(renderBlock))}</div>;
}

/** Children without keys: their order never changes. */
const withoutKeys = (nodes: readonly ReactNode[]) => createElement(Fragment, null, ...nodes);

function renderBlock(block: Block): ReactNode {
	if (block.kind === "paragraph") return <p>{withoutKeys(block.children.map(renderInline))}</p>;
	const items = block.items.map(renderItem);
	return block.ordered ? (
		<ol className="list-decimal ps-6">{withoutKeys(items)}</ol>
	) : (
		<ul className="list-disc ps-6">{withoutKeys(items)}</ul>
	);
}

const renderItem = (inlines: readonly Inline[]) => <li>{withoutKeys(inlines.map(renderInline))}</li>;

function renderInline(inline: Inline): ReactNode {
	switch (inline.kind) {
		case "text":
			return inline.text;
		case "break":
			return <br />;
		case "code":
			return <code className="rounded bg-line/60 px-1 font-mono text-sm">{inline.text}</code>;
		case "strong":
			return <strong>{withoutKeys(inline.children.map(renderInline))}</strong>;
		case "em":
			return <em>{withoutKeys(inline.children.map(renderInline))}</em>;
		case "link":
			return (
				<a href={inline.href} rel="nofollow noopener noreferrer" className="link break-all">
					{withoutKeys(inline.children.map(renderInline))}
				</a>
			);
	}
}
