import { ExpandableList } from "~/components/ui/expandable-list";
import type { Column } from "~/components/ui/record-table";
import type { DomainRow } from "../domain-row";
import type { DomainSort } from "../portfolio";
import { AutoRenewSwitch } from "./auto-renew-switch";
import type { DnsRecord } from "./dns-records";
import { domainColumns } from "./domain-columns";
import { DomainDetails } from "./domain-details";

interface DomainListProps {
	domains: readonly DomainRow[];
	open: string | undefined;
	/** Of the open one. */
	records: readonly DnsRecord[];
	sort: DomainSort;
}

const sortKeys: Readonly<Record<string, string>> = { Domain: "name", Status: "status", Expires: "expires" };

export function DomainList({ domains, open, records, sort }: DomainListProps) {
	const direction = sort.startsWith("-") ? "descending" : "ascending";
	const columns: Column<DomainRow>[] = [
		...domainColumns.map((column) => ({
			...column,
			sorted: sortKeys[column.name] === sort.replace("-", "") ? (direction as "ascending" | "descending") : undefined,
		})),
		{
			name: "Auto-renew",
			cell: ({ id, name, autoRenew }) => <AutoRenewSwitch domainId={id} name={name} on={autoRenew} />,
		},
	];
	return (
		<ExpandableList
			caption="Domains"
			columns={columns}
			rows={domains}
			open={open}
			details={(domain) => <DomainDetails domain={domain} records={records} />}
		/>
	);
}
