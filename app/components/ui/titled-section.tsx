import { type ReactNode, useId } from "react";
import { cx } from "./cx";
import { Heading } from "./heading";

interface TitledSectionProps {
	title: string;
	/** The title's size. */
	size?: "xs" | "sm";
	/** Where links and addresses lead to. */
	id?: string;
	className?: string;
	children: ReactNode;
}

/** A part of a page or a card that is a region of its own, named by its title. */
export function TitledSection({ title, size = "sm", id, className, children }: TitledSectionProps) {
	const heading = useId();
	return (
		<section id={id} aria-labelledby={heading} className={cx("grid content-start gap-3", className)}>
			<Heading level={2} size={size} id={heading}>
				{title}
			</Heading>
			{children}
		</section>
	);
}
