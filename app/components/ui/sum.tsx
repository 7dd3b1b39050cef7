import { cx } from "./cx";

interface SumProps {
	label: string;
	text: string;
	strong?: boolean;
	/** Draws a line above, for totals. */
	ruled?: boolean;
}

/** A row of a `dl` that adds up an amount. */
export function Sum({ label, text, strong = false, ruled = false }: SumProps) {
	return (
		<div
			className={cx(
				"flex items-baseline justify-between gap-4",
				strong && "font-semibold",
				ruled && "mt-2 border-t border-line pt-4",
			)}
		>
			<dt className={strong ? undefined : "text-muted"}>{label}</dt>
			<dd className={cx("whitespace-nowrap", strong && "font-display text-lg")}>{text}</dd>
		</div>
	);
}
