import type { ReactNode } from "react";
import { Link } from "react-router";
import { Heading } from "~/components/ui/heading";
import type { HostingType } from "../../../db/schema";

interface PlanFrameProps {
	plan: { readonly id: string; readonly type: HostingType; readonly domain: string | null };
	title: string;
	children: ReactNode;
}

/** What every page of one plan begins with. */
export function PlanFrame({ plan: { id, type, domain }, title, children }: PlanFrameProps) {
	return (
		<div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
			<div className="grid gap-1">
				<Link to={`/dashboard/hosting?tab=${type}&open=${id}`} className="link-alone justify-self-start">
					All hosting plans
				</Link>
				<Heading level={1} size="lg" dot>
					{title}
				</Heading>
				{domain && <p className="break-all text-muted">{domain}</p>}
			</div>
			{children}
		</div>
	);
}
