import type { ReactNode } from "react";
import { Heading } from "~/components/ui/heading";
import { renderInlines, withoutKeys } from "~/components/ui/markdown";
import { Table } from "~/components/ui/table";
import { type ArticleBlock, cellText } from "../article-markdown";

/** The text of an article as React elements, so nothing in it can become a script. */
export const ArticleBody = ({ blocks }: { blocks: readonly ArticleBlock[] }) => (
	<div className="grid max-w-measure grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere">{renderBlocks(blocks)}</div>
);

const renderBlocks = (blocks: readonly ArticleBlock[]): ReactNode => withoutKeys(blocks.map(renderBlock));

function renderBlock(block: ArticleBlock): ReactNode {
	switch (block.kind) {
		case "heading":
			return (
				<Heading level={block.level} size={block.level === 2 ? "sm" : "xs"} id={block.id} className="mt-4">
					{renderInlines(block.children)}
				</Heading>
			);
		case "paragraph":
			return <p>{renderInlines(block.children)}</p>;
		case "code":
			return (
				<pre className="rounded-card bg-band p-4 text-sm leading-relaxed whitespace-pre-wrap text-on-band">
					<code>{block.text}</code>
				</pre>
			);
		case "quote":
			return (
				<blockquote className="grid grid-cols-[minmax(0,1fr)] gap-3 border-s-4 border-maize ps-4">
					{renderBlocks(block.blocks)}
				</blockquote>
			);
		case "list":
			return renderList(block);
		case "table":
			return renderTable(block);
	}
}

const list = "grid gap-2 ps-6 marker:text-sun";
const item = (blocks: readonly ArticleBlock[]) => (
	<li>
		<div className="grid grid-cols-[minmax(0,1fr)] gap-2">{renderBlocks(blocks)}</div>
	</li>
);

function renderList({ ordered, start, items }: ArticleBlock & { kind: "list" }): ReactNode {
	const children = withoutKeys(items.map(item));
	return ordered ? (
		<ol start={start === 1 ? undefined : start} className={`list-decimal ${list}`}>
			{children}
		</ol>
	) : (
		<ul className={`list-disc ${list}`}>{children}</ul>
	);
}

function renderTable({ head, rows }: ArticleBlock & { kind: "table" }): ReactNode {
	const labels = head.map(cellText);
	const renderCell = (cell: Cell, column: number) =>
		column === 0 ? <th scope="row">{inOne(cell)}</th> : <td data-label={labels[column]}>{inOne(cell)}</td>;
	const renderRow = (row: readonly Cell[]) => <tr>{withoutKeys(row.map(renderCell))}</tr>;
	return (
		<Table caption={labels.filter(Boolean).join(", ")}>
			<thead>
				<tr>{withoutKeys(head.map(renderHead))}</tr>
			</thead>
			<tbody>{withoutKeys(rows.map(renderRow))}</tbody>
		</Table>
	);
}

type Cell = (ArticleBlock & { kind: "table" })["head"][number];

/** One element, because a phone lays the parts of a cell out side by side. */
const inOne = (cell: Cell) => <span>{renderInlines(cell)}</span>;

const renderHead = (cell: Cell) => <th scope="col">{renderInlines(cell)}</th>;
