import type { ReactNode } from "react";
import { cx } from "./cx";

interface TableProps {
	/** Read by screen readers; seen when `showCaption`. */
	caption: string;
	showCaption?: boolean;
	/** Few and short columns stay a table on a phone. */
	slim?: boolean;
	className?: string;
	/** `thead` and `tbody`. Give every cell a `data-label`: below 768 px rows become cards and cells carry their column's name. */
	children: ReactNode;
}

export function Table({ caption, showCaption = false, slim = false, className, children }: TableProps) {
	return (
		<div className={cx(slim ? "table-slim" : "table-cards", className)}>
			<table className="data-table w-full border-collapse text-start">
				<caption className={showCaption ? "pb-3 text-start font-display text-lg font-semibold" : "sr-only"}>
					{caption}
				</caption>
				{children}
			</table>
		</div>
	);
}
