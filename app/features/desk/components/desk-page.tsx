import type { ReactNode } from "react";
import { type BackTo, LinkBack } from "~/components/ui/back-link";
import { Heading } from "~/components/ui/heading";

interface DeskPageProps {
	title: string;
	/** The number of rows. A bounded count of a long list is a text: "200+". */
	count?: number | string | undefined;
	lead?: ReactNode;
	/** The parent page. */
	back?: BackTo;
	/** Buttons and links at the end of the title's line. */
	actions?: ReactNode;
	children: ReactNode;
}

/** A page of the desk: its title, with a count and actions, and its content. */
export function DeskPage({ title, count, lead, back, actions, children }: DeskPageProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<div className="grid grid-cols-[minmax(0,1fr)]">
				{back && <LinkBack {...back} />}
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<div className="flex min-w-0 items-baseline gap-3">
						<Heading level={1} size="md" dot={!title.endsWith("…")} className="wrap-anywhere">
							{title}
						</Heading>
						{count !== undefined && <span className="tabular-nums text-muted">{count}</span>}
					</div>
					{actions && <div className="flex min-w-0 flex-wrap gap-2">{actions}</div>}
				</div>
				{lead && <p className="mt-1 max-w-measure text-muted wrap-anywhere">{lead}</p>}
			</div>
			{children}
		</div>
	);
}
