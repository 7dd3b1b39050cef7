import type { Column } from "~/components/ui/record-table";
import { RowName } from "~/components/ui/row-name";
import { Cloth } from "~/features/domains/components/cloth";
import { WrappingName } from "~/features/domains/components/wrapping-name";
import type { PlanState } from "../suspension";
import { PlanStatus } from "./plan-status";

interface Listed {
	readonly name: string;
	readonly domain: string | null;
	/** The domain's ASCII form. */
	readonly cloth: string | null;
	readonly state: PlanState;
	/** When it renews, or "Ends 12 Mar 2027" or "Due 12 Mar 2027". */
	readonly renewal: string;
}

/** The columns of every list of plans. `own`: the list's own column, between status and renewal. */
export const planColumns = <Plan extends Listed>(own: Column<Plan>): readonly Column<Plan>[] => [
	{
		name: "Plan",
		sort: "name",
		cell: ({ name, domain, cloth }) => (
			<RowName
				name={name}
				picture={cloth && <Cloth name={cloth} className="self-center" />}
				note={
					domain && (
						<span className="wrap-anywhere">
							<WrappingName name={domain} />
						</span>
					)
				}
			/>
		),
	},
	{ name: "Status", place: "row-state", cell: ({ state }) => <PlanStatus state={state} /> },
	own,
	{
		name: "Renews",
		sort: "expires",
		place: "row-meta",
		cell: ({ renewal }) => <span className="whitespace-nowrap">{renewal}</span>,
	},
];
