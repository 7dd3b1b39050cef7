import { type ReactNode, useId } from "react";
import { cx } from "./cx";
import { Heading } from "./heading";

interface TitledSectionProps {
	title: string;
	/** The title's size. */
	size?: "xs" | "sm";
	/** Across from the title: a figure, or links. */
	beside?: ReactNode;
	/** Where links and addresses lead to. */
	id?: string;
	className?: string;
	children: ReactNode;
}

/** A part of a page or a card that is a region of its own, named by its title. */
export function TitledSection({ title, size = "sm", beside, id, className, children }: TitledSectionProps) {
	const named = useId();
	const heading = (
		<Heading level={2} size={size} id={named}>
			{title}
		</Heading>
	);
	return (
		<section
			id={id}
			aria-labelledby={named}
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
