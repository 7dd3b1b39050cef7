import type { ReactNode } from "react";
import { type BackTo, LinkBack } from "../../ui/back-link";
import { Heading } from "../../ui/heading";

interface PageHeadingProps {
	title: string;
	lead?: ReactNode;
	/** The parent page. */
	back?: BackTo;
	/** Buttons and links at the end of the title's line. */
	children?: ReactNode;
}

/** The title of a portal page, with an optional back link and buttons. */
export function PageHeading({ title, lead, back, children }: PageHeadingProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-1">
			{back && <LinkBack {...back} />}
			<div className="flex flex-wrap items-end justify-between gap-4">
				<div className="grid min-w-0 gap-1.5">
					<Heading level={1} size={title.length > 60 ? "md" : "lg"} dot className="wrap-anywhere">
						{title}
					</Heading>
					{lead && <p className="text-muted wrap-anywhere">{lead}</p>}
				</div>
				{children && <div className="flex flex-wrap gap-3">{children}</div>}
			</div>
		</div>
	);
}
