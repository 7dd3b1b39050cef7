import type { ReactNode } from "react";
import { Heading } from "../ui/heading";

interface ShelfHeadProps {
	title: ReactNode;
	lead: ReactNode;
	/** What the page sells, such as "The plans". For screen readers: the first screen has only one visible title. */
	listTitle?: string;
	/** The plans or products, directly below the title. */
	children: ReactNode;
	id?: string;
}

/** The top of a page that sells: a short title, then prices and specifications. */
export function ShelfHead({ title, lead, listTitle, children, id }: ShelfHeadProps) {
	return (
		<div id={id} className="page-column grid grid-cols-1 gap-6 pt-5 pb-7 sm:pt-12 sm:pb-16">
			<header className="grid gap-2 sm:gap-3">
				<Heading level={1} size="lg" dot>
					{title}
				</Heading>
				<p className="max-w-measure text-muted sm:text-lg">{lead}</p>
			</header>
			{listTitle && (
				<Heading level={2} className="sr-only">
					{listTitle}
				</Heading>
			)}
			{children}
		</div>
	);
}
