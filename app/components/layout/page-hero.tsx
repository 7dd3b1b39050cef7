import type { ReactNode } from "react";
import { Heading } from "../ui/heading";

interface PageHeroProps {
	title: ReactNode;
	lead: ReactNode;
	/** Buttons, a form. */
	children?: ReactNode;
	/** Beside the text on a wide screen, below it on a narrow one. */
	aside?: ReactNode;
}

/** The top of a public page. */
export function PageHero({ title, lead, children, aside }: PageHeroProps) {
	return (
		<div className="page-column grid items-center gap-8 py-10 sm:gap-10 sm:py-20 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
			<div className="grid gap-6">
				<Heading level={1} size="xl" dot>
					{title}
				</Heading>
				<p className="max-w-measure text-lg text-muted">{lead}</p>
				{children}
			</div>
			{aside && <div className="min-w-0">{aside}</div>}
		</div>
	);
}
