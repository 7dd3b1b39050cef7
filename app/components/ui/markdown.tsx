import { createElement, Fragment, type ReactNode } from "react";
import { type Block, type Inline, parseMarkdown } from "~/lib/markdown";

/** Renders Markdown that customers and staff write in messages as React elements, so all text is escaped. */
export function Markdown({ text }: { text: string }) {
	return <div className="grid gap-2 break-words">{withoutKeys(parseMarkdown(text).map(renderBlock))}</div>;
}

/** Children without keys: their order never changes. */
export const withoutKeys = (nodes: readonly ReactNode[]) => createElement(Fragment, null, ...nodes);

function renderBlock(block: Block): ReactNode {
	if (block.kind === "paragraph") return <p>{renderInlines(block.children)}</p>;
	const items = block.items.map(renderItem);
	return block.ordered ? (
		<ol className="list-decimal ps-6">{withoutKeys(items)}</ol>
	) : (
		<ul className="list-disc ps-6">{withoutKeys(items)}</ul>
	);
}

const renderItem = (inlines: readonly Inline[]) => <li>{renderInlines(inlines)}</li>;

/** Text with marks. */
export const renderInlines = (inlines: readonly Inline[]): ReactNode => withoutKeys(inlines.map(renderInline));

function renderInline(inline: Inline): ReactNode {
	switch (inline.kind) {
		case "text":
			return inline.text;
		case "break":
			return <br />;
		case "code":
			return <code className="rounded bg-line/60 px-1 font-mono text-sm">{inline.text}</code>;
		case "strong":
			return <strong>{renderInlines(inline.children)}</strong>;
		case "em":
			return <em>{renderInlines(inline.children)}</em>;
		case "link":
			return (
				<a
					href={inline.href}
					// Our own pages are named without a host.
					rel={/^[/#]/.test(inline.href) ? undefined : "nofollow noopener noreferrer"}
					className="link wrap-anywhere"
				>
					{renderInlines(inline.children)}
				</a>
			);
	}
}
