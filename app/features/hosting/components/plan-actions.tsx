import { href } from "react-router";
import { RouteButton } from "~/components/ui/route-button";
import type { PlanRow } from "../plan-row";

/** Links for an active plan. */
export function PlanActions({ plan: { id, name, status, changeable } }: { plan: PlanRow }) {
	if (status !== "active") return null;
	return (
		<div className="flex flex-wrap gap-3 md:col-span-full">
			<RouteButton to={href("/dashboard/hosting/:planId/manage", { planId: id })}>
				Manage<span className="sr-only"> {name}</span>
			</RouteButton>
			{changeable && (
				<RouteButton to={href("/dashboard/hosting/:planId/change", { planId: id })} variant="secondary">
					Upgrade or downgrade<span className="sr-only"> {name}</span>
				</RouteButton>
			)}
		</div>
	);
}
