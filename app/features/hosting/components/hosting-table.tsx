import { href } from "react-router";
import { DetailsLink } from "~/components/ui/details-link";
import { ManageLink } from "~/components/ui/manage-link";
import { RecordTable } from "~/components/ui/record-table";
import { RenewLink } from "~/features/cart/components/renew-link";
import type { ResourceBar } from "../hosting";
import type { HostingType } from "../hosting-facts";
import type { HostingStatus } from "../hosting-state";
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

/** The overview's short list. Shows the first two resources of each plan. */
export function HostingTable({ plans }: { plans: readonly ListedPlan[] }) {
	return (
		<RecordTable
			caption="Hosting plans"
			columns={columns}
			rows={plans}
			action={{
				name: "Actions",
				cell: ({ id, name, type, status }) => {
					const open = `${href("/dashboard/hosting")}?tab=${type}&open=${id}`;
					return (
						<span className="flex flex-wrap gap-x-3 md:max-xl:min-w-28 xl:flex-nowrap">
							{status === "active" && (
								<ManageLink to={href("/dashboard/hosting/:planId/manage", { planId: id })} subject={name} />
							)}
							{status === "active" && <RenewLink to={`${open}#renew`} subject={name} />}
							<DetailsLink to={open} subject={name} />
						</span>
					);
				},
			}}
		/>
	);
}
