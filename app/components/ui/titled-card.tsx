import { type ComponentProps, type ReactNode, useId } from "react";
import { Card } from "./card";
import { cx } from "./cx";
import { Heading } from "./heading";

interface TitledCardProps extends Omit<ComponentProps<typeof Card>, "as" | "title"> {
	title: string;
	/** The title's size. */
	size?: "sm" | "md";
	/** Content at the end of the title's line, such as a status or a link. */
	beside?: ReactNode;
	/** One or two sentences below the title. */
	lead?: string;
}

/** A card with a title. Screen readers list it as a region. */
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
