import { RouteButton } from "~/components/ui/route-button";
import { monthsKept } from "../archive";

/** Link from the end of a list to its archived entries. `searched`: the list is filtered, which the archive is not. */
export const ShowOlder = ({ searched = false }: { searched?: boolean }) => (
	<div className="grid justify-items-center gap-3 text-center">
		{searched && <p className="text-muted">The search covers the last {monthsKept} months.</p>}
		<RouteButton to="?month=newest" variant="secondary">
			Show older
		</RouteButton>
	</div>
);
