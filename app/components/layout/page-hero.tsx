import type { ReactNode } from "react";
import { Heading } from "../ui/heading";

interface PageHeroProps {
	title: ReactNode;
	lead: ReactNode;
	/** The form. */
	children?: ReactNode;
	/** Beside the text on a wide screen, below it on a narrow one. */
	aside?: ReactNode;
}

/** The top of a page where a form leads. */
export function PageHero({ title, lead, children, aside }: PageHeroProps) {
	return (
		<div className="page-column grid grid-cols-1 items-center gap-6 pt-6 pb-8 sm:gap-10 sm:py-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
			<div className="grid gap-4 sm:gap-6">
				<Heading level={1} size="xl" dot>
					{title}
				</Heading>
				<p className="max-w-measure text-muted sm:text-lg">{lead}</p>
				{children}
			</div>
			{aside}
		</div>
	);
}
