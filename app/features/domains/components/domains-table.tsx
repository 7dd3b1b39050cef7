import { href } from "react-router";
import { DetailsLink } from "~/components/ui/details-link";
import { ManageLink } from "~/components/ui/manage-link";
import { RecordTable } from "~/components/ui/record-table";
import { RenewLink } from "~/features/cart/components/renew-link";
import type { ListedDomain } from "../listed-domain";
import { AutoRenewSwitch } from "./auto-renew-switch";
import { domainColumns } from "./domain-columns";

const columns = [
	...domainColumns,
	{
		name: "Auto-renew",
		cell: ({ id, name, autoRenew }: ListedDomain) => (
			<AutoRenewSwitch domainId={id} name={name} on={autoRenew} action={href("/dashboard/domains")} />
		),
	},
];

/** Short list of domains on the portal's overview. */
export function DomainsTable({ domains }: { domains: readonly ListedDomain[] }) {
	return (
		<RecordTable
			caption="Your domains"
			columns={columns}
			rows={domains}
			action={{
				name: "Actions",
				cell: ({ id, name, ascii, status, renewable }) => (
					<span className="flex flex-wrap gap-x-3 md:max-xl:min-w-28 xl:flex-nowrap">
						{status === "active" && (
							<ManageLink to={href("/dashboard/domains/:domainId", { domainId: id })} subject={name} />
						)}
						{renewable && (
							<RenewLink to={`${href("/dashboard/domains/:domainId", { domainId: id })}#renew`} subject={name} />
						)}
						<DetailsLink to={`${href("/dashboard/domains")}?q=${ascii}&open=${id}`} subject={name} />
					</span>
				),
			}}
		/>
	);
}
