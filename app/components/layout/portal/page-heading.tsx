import type { ReactNode } from "react";
import { Heading } from "~/components/ui/heading";

interface PageHeadingProps {
	title: string;
	lead?: ReactNode;
	/** Buttons and links, at the end of the line. */
	children?: ReactNode;
}

/** How every portal page begins. */
export function PageHeading({ title, lead, children }: PageHeadingProps) {
	return (
		<div className="flex flex-wrap items-end justify-between gap-4">
			<div className="grid gap-1.5">
				<Heading level={1} size="lg" dot>
					{title}
				</Heading>
				{lead && <p className="text-muted">{lead}</p>}
			</div>
			{children && <div className="flex flex-wrap gap-3">{children}</div>}
		</div>
	);
}
