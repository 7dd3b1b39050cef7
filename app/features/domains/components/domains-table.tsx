import { DetailsLink } from "~/components/ui/details-link";
import { RecordTable } from "~/components/ui/record-table";
import { RenewLink } from "~/features/cart/components/renew-link";
import { domainColumns, type ListedDomain } from "./domain-columns";

const columns = [
	...domainColumns,
	{ name: "Auto-renew", cell: ({ autoRenew }: ListedDomain) => (autoRenew ? "On" : "Off") },
];

/** The overview's short list. */
export function DomainsTable({ domains }: { domains: readonly ListedDomain[] }) {
	return (
		<RecordTable
			caption="Your domains"
			columns={columns}
			rows={domains}
			action={{
				name: "Actions",
				cell: ({ id, name, renewable }) => (
					<span className="flex gap-4">
						{renewable && <RenewLink to={`/dashboard/domains/${id}#renew`} subject={name} />}
						<DetailsLink to={`/dashboard/domains?q=${name}&open=${id}`} subject={name} />
					</span>
				),
			}}
		/>
	);
}
