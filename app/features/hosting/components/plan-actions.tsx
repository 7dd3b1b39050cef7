import { Link } from "react-router";
import { buttonClasses } from "~/components/ui/button";
import type { PlanRow } from "../plan-row";

/** What can be done with a plan that runs. */
export function PlanActions({ plan: { id, name, status, changeable } }: { plan: PlanRow }) {
	if (status !== "active") return null;
	return (
		<div className="flex flex-wrap gap-3 md:col-span-full">
			<Link to={`/dashboard/hosting/${id}/manage`} className={buttonClasses()}>
				Manage<span className="sr-only"> {name}</span>
			</Link>
			{changeable && (
				<Link to={`/dashboard/hosting/${id}/change`} className={buttonClasses({ variant: "secondary" })}>
					Upgrade or downgrade<span className="sr-only"> {name}</span>
				</Link>
			)}
		</div>
	);
}
