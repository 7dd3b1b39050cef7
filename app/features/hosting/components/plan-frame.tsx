import type { ReactNode } from "react";
import { href } from "react-router";
import { PageHeading } from "~/components/layout/portal/page-heading";
import type { HostingType } from "../hosting-facts";

interface PlanFrameProps {
	plan: { readonly id: string; readonly type: HostingType; readonly domain: string | null };
	title: string;
	children: ReactNode;
}

/** Layout of a plan's pages: heading and back link. */
export function PlanFrame({ plan: { id, type, domain }, title, children }: PlanFrameProps) {
	return (
		<div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title={title}
				lead={domain}
				back={{ to: `${href("/dashboard/hosting")}?tab=${type}&open=${id}`, label: "All hosting plans" }}
			/>
			{children}
		</div>
	);
}
