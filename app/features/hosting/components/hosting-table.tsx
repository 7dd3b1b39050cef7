import { DetailsLink } from "~/components/ui/details-link";
import { RecordTable } from "~/components/ui/record-table";
import type { HostingStatus } from "../../../db/schema";
import type { HostingType, ResourceBar } from "../hosting";
import { planColumns } from "./plan-columns";
import { ResourceLines } from "./resource-lines";

interface ListedPlan {
	readonly id: string;
	readonly name: string;
	readonly type: HostingType;
	readonly domain: string | null;
	readonly status: HostingStatus;
	readonly renewal: string;
	readonly bars: readonly ResourceBar[];
}

const columns = planColumns<ListedPlan>({
	name: "Usage",
	cell: ({ bars }) => <ResourceLines bars={bars.slice(0, 2)} className="min-w-40 gap-2" />,
});

/** The overview's short list: the first two resources of each plan. */
export function HostingTable({ plans }: { plans: readonly ListedPlan[] }) {
	return (
		<RecordTable
			caption="Hosting plans"
			columns={columns}
			rows={plans}
			action={{
				name: "Details",
				cell: ({ id, name, type }) => <DetailsLink to={`/dashboard/hosting?tab=${type}&open=${id}`} subject={name} />,
			}}
		/>
	);
}
