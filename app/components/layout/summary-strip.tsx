import type { ReactNode } from "react";
import { formatCount } from "~/lib/format-count";
import { Icon } from "../ui/icon";

interface SummaryStripProps {
	title?: string | undefined;
	items: number;
	total: ReactNode;
	children: ReactNode;
}

/** The order on a small screen, folded into one line with its number of items and its total. */
export const SummaryStrip = ({ title = "Your order", items, total, children }: SummaryStripProps) => (
	<details className="group border-y border-line bg-surface lg:hidden">
		<summary className="page-column flex min-h-14 flex-wrap items-center gap-x-2">
			<span>
				{title} <span className="text-muted">· {formatCount(items, "item")}</span>
			</span>
			<Icon name="chevron-down" className="flex-none text-muted group-open:rotate-180" />
			<strong className="ms-auto font-display text-lg font-semibold whitespace-nowrap tabular-nums">{total}</strong>
		</summary>
		<div className="page-column pt-2 pb-5">{children}</div>
	</details>
);
