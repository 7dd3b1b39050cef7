import type { ReactNode } from "react";
import { cx } from "./cx";

interface TableProps {
	/** For screen readers. Visible with `showCaption`. */
	caption: string;
	showCaption?: boolean;
	/** Stays a table on a phone. For few, short columns. */
	slim?: boolean;
	/** On a phone a row has two lines (portal.css). */
	twoLines?: boolean;
	className?: string;
	/** `thead` and `tbody`. Every cell needs a `data-label`: below 768 px rows become cards that show it. */
	children: ReactNode;
}

export function Table({
	caption,
	showCaption = false,
	slim = false,
	twoLines = false,
	className,
	children,
}: TableProps) {
	return (
		<div className={cx(slim ? "table-slim" : twoLines ? "table-rows" : "table-cards", className)}>
			<table className="data-table w-full border-collapse text-start">
				<caption className={showCaption ? "pb-3 text-start font-display text-lg font-semibold" : "sr-only"}>
					{caption}
				</caption>
				{children}
			</table>
		</div>
	);
}
