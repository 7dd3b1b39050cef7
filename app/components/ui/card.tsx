import type { HTMLAttributes } from "react";
import { cx } from "./cx";
import { KikoiBand } from "./kikoi";

interface CardProps extends HTMLAttributes<HTMLElement> {
	as?: "div" | "section" | "article" | "li" | "form";
	/** Shows the kikoi band, for a recommended or selected card. */
	chosen?: boolean;
}

export function Card({ as: Element = "div", chosen = false, className, children, ...rest }: CardProps) {
	return (
		<Element
			className={cx("relative overflow-clip rounded-card border border-line bg-surface p-5 sm:p-6", className)}
			{...rest}
		>
			{chosen && <KikoiBand className="absolute inset-x-0 top-0" />}
			{children}
		</Element>
	);
}
