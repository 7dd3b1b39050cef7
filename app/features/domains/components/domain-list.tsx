import { href } from "react-router";
import { ExpandableList } from "~/components/ui/expandable-list";
import type { Column } from "~/components/ui/record-table";
import { RenewLink } from "~/features/cart/components/renew-link";
import type { RecordRow } from "~/features/dns/zone-view";
import type { DomainRow } from "../domain-row";
import { type DomainSort, domainOrders } from "../portfolio";
import { AutoRenewSwitch } from "./auto-renew-switch";
import { domainColumns } from "./domain-columns";
import { DomainDetails } from "./domain-details";

interface DomainListProps {
	domains: readonly DomainRow[];
	open: string | undefined;
	/** DNS records of the open domain. */
	records: readonly RecordRow[];
	sort: DomainSort;
}

const sortKeys: Readonly<Record<string, string>> = { Domain: "name", Status: "status", Expires: "expires" };

/** Adds a renewal link to the expiry of domains that expire soon or have expired. */
const expiryWithRenewal = (expiry: Column<DomainRow>["cell"]) => (domain: DomainRow) => (
	<span>
		{expiry(domain)}
		{domain.renewable && (domain.soon !== null || domain.status === "expired") && (
			<span className="block">
				<RenewLink
					to={`${href("/dashboard/domains/:domainId", { domainId: domain.id })}#renew`}
					subject={domain.name}
				/>
			</span>
		)}
	</span>
);

export function DomainList({ domains, open, records, sort }: DomainListProps) {
	const { by, direction } = domainOrders[sort];
	const sorted = direction === "asc" ? ("ascending" as const) : ("descending" as const);
	const columns: Column<DomainRow>[] = [
		...domainColumns.map((column) => ({
			...column,
			...(column.name === "Expires" && { cell: expiryWithRenewal(column.cell) }),
			sorted: sortKeys[column.name] === by ? sorted : undefined,
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
