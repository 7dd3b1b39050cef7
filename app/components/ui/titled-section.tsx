import { type ReactNode, useId } from "react";
import { cx } from "./cx";
import { Heading } from "./heading";

interface TitledSectionProps {
	title: string;
	/** The title's size. */
	size?: "xs" | "sm";
	/** Content at the end of the title's line, such as a figure or links. */
	beside?: ReactNode;
	/** The target of fragment links. */
	id?: string;
	className?: string;
	children: ReactNode;
}

/** A part of a page or a card with a title. Screen readers list it as a region. */
export function TitledSection({ title, size = "sm", beside, id, className, children }: TitledSectionProps) {
	const titleId = useId();
	const heading = (
		<Heading level={2} size={size} id={titleId}>
			{title}
		</Heading>
	);
	return (
		<section
			id={id}
			aria-labelledby={titleId}
			className={cx("grid grid-cols-[minmax(0,1fr)] content-start gap-3", className)}
		>
			{beside ? (
				<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
					{heading}
					{beside}
				</div>
			) : (
				heading
			)}
			{children}
		</section>
	);
}
