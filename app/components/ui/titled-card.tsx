import { type ComponentProps, type ReactNode, useId } from "react";
import { Card } from "./card";
import { cx } from "./cx";
import { Heading } from "./heading";

interface TitledCardProps extends Omit<ComponentProps<typeof Card>, "as" | "title"> {
	title: string;
	/** The title's size. */
	size?: "sm" | "md";
	/** Across from the title: a state, or the way to the whole. */
	beside?: ReactNode;
	/** What the card is for, in a sentence or two. */
	lead?: string;
}

/** A card that is a region of its page, named by its title. */
export function TitledCard({ title, size = "sm", beside, lead, className, children, ...card }: TitledCardProps) {
	const id = useId();
	const heading = (
		<Heading level={2} size={size} id={id}>
			{title}
		</Heading>
	);
	return (
		<Card as="section" aria-labelledby={id} className={cx(card.chosen && "pt-8 sm:pt-9", className)} {...card}>
			{beside ? (
				<div className="flex flex-wrap items-center justify-between gap-x-4">
					{heading}
					{beside}
				</div>
			) : (
				heading
			)}
			{lead && <p className="mt-1 max-w-measure wrap-anywhere text-muted">{lead}</p>}
			<div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
		</Card>
	);
}
