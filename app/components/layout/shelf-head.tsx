import type { ReactNode } from "react";
import { Heading } from "../ui/heading";

interface ShelfHeadProps {
	title: ReactNode;
	lead: ReactNode;
	/** The plans or products, directly below the title. */
	children: ReactNode;
	id?: string;
}

/** The top of a page that sells: a short title, then prices and specifications. */
export function ShelfHead({ title, lead, children, id }: ShelfHeadProps) {
	return (
		<div id={id} className="page-column grid grid-cols-1 gap-6 pt-6 pb-10 sm:pt-12 sm:pb-16">
			<header className="grid gap-2 sm:gap-3">
				<Heading level={1} size="lg" dot>
					{title}
				</Heading>
				<p className="max-w-measure text-muted sm:text-lg">{lead}</p>
			</header>
			{children}
		</div>
	);
}
