import type { ReactNode } from "react";
import { formatMoney, type Money } from "~/lib/money";
import { cx } from "./cx";

/** The large ones may wrap: with larger text they may be wider than a phone. */
const sizes = {
	sm: "whitespace-nowrap text-base",
	md: "whitespace-nowrap text-xl",
	lg: "text-2xl",
	xl: "text-2xl lg:text-[2.125rem] lg:leading-tight",
} as const;

interface PriceProps {
	money: Money;
	/** The period, such as "first year" or "a month". */
	per?: ReactNode;
	size?: keyof typeof sizes;
	className?: string;
}

export function Price({ money, per, size = "lg", className }: PriceProps) {
	return (
		<span className={cx("inline-flex flex-wrap items-baseline gap-x-2", className)}>
			<span className={cx("font-display font-semibold tracking-tight tabular-nums", sizes[size])}>
				{formatMoney(money)}
			</span>
			{per && <span className="text-sm font-medium text-muted">{per}</span>}
		</span>
	);
}
