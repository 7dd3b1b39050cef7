import type { ReactNode } from "react";
import { cx } from "./cx";

/** The largest sizes grow with the screen: `xl` is 44 px on a phone and 68 px on a desktop. */
const sizes = {
	xs: "text-base tracking-normal",
	sm: "text-lg tracking-[-0.01em]",
	md: "text-xl sm:text-2xl",
	lg: "text-2xl sm:text-3xl",
	xl: "text-3xl lg:text-4xl",
} as const;

const defaultSize = { 1: "lg", 2: "md", 3: "sm", 4: "xs" } as const;

interface HeadingProps {
	level: 1 | 2 | 3 | 4;
	/** Overrides the size of the level. */
	size?: keyof typeof sizes;
	/** Ends the title with a dot in the sun colour, or colours its question mark. */
	dot?: boolean;
	/** For the answer to a form: islands/live-form.ts moves the focus here. */
	takesFocus?: boolean;
	id?: string;
	className?: string;
	children: ReactNode;
}

export function Heading({
	level,
	size = defaultSize[level],
	dot = false,
	takesFocus,
	id,
	className,
	children,
}: HeadingProps) {
	const Element = `h${level}` as const;
	const isQuestion = dot && typeof children === "string" && children.endsWith("?");
	return (
		<Element id={id} className={cx(sizes[size], className)} {...(takesFocus && { "data-focus": true, tabIndex: -1 })}>
			{isQuestion ? children.slice(0, -1) : children}
			{dot && (
				<span className="text-sun" aria-hidden={!isQuestion}>
					{isQuestion ? "?" : "."}
				</span>
			)}
		</Element>
	);
}
