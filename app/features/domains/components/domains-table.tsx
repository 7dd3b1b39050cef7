import { DetailsLink } from "~/components/ui/details-link";
import { RecordTable } from "~/components/ui/record-table";
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
				name: "Details",
				cell: ({ id, name }) => <DetailsLink to={`/dashboard/domains?q=${name}&open=${id}`} subject={name} />,
			}}
		/>
	);
}
