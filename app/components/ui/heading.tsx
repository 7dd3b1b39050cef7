import type { ReactNode } from "react";
import { cx } from "./cx";

/** Large ones grow with the screen: 44 px on a phone becomes 68. */
const sizes = {
	xs: "text-base tracking-normal",
	sm: "text-lg tracking-[-0.01em]",
	md: "text-xl sm:text-2xl",
	lg: "text-2xl sm:text-3xl",
	xl: "text-3xl lg:text-4xl",
} as const;

const usual = { 1: "lg", 2: "md", 3: "sm", 4: "xs" } as const;

interface HeadingProps {
	level: 1 | 2 | 3 | 4;
	/** Its look, when another than its level's. */
	size?: keyof typeof sizes;
	/** The sun-coloured mark that closes the large ones: a dot, or the title's own question mark. */
	dot?: boolean;
	id?: string;
	className?: string;
	children: ReactNode;
}

export function Heading({ level, size = usual[level], dot = false, id, className, children }: HeadingProps) {
	const Element = `h${level}` as const;
	const asks = dot && typeof children === "string" && children.endsWith("?");
	return (
		<Element id={id} className={cx(sizes[size], className)}>
			{asks ? children.slice(0, -1) : children}
			{dot && (
				<span className="text-sun" aria-hidden={!asks}>
					{asks ? "?" : "."}
				</span>
			)}
		</Element>
	);
}
