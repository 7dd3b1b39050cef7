import { href } from "react-router";
import { selectionForm } from "~/components/forms/selection-bar";
import { ExpandableList } from "~/components/ui/expandable-list";
import type { Column, Selectable } from "~/components/ui/record-table";
import { RenewLink } from "~/features/cart/components/renew-link";
import type { RecordRow } from "~/features/dns/zone-view";
import type { DomainRow } from "../domain-row";
import type { DomainSort } from "../portfolio";
import { AutoRenewSwitch } from "./auto-renew-switch";
import { DomainDetails } from "./domain-details";
import { DomainName } from "./domain-name";
import { DomainStatus } from "./domain-status";
import { ExpiryNote } from "./expiry-note";

interface DomainListProps {
	domains: readonly DomainRow[];
	open: string | undefined;
	/** DNS records of the open domain. */
	records: readonly RecordRow[];
	sort: DomainSort;
}

const columns: readonly Column<DomainRow>[] = [
	{ name: "Domain", sort: "name", cell: DomainName },
	{ name: "Status", sort: "status", place: "row-state", cell: DomainStatus },
	{ name: "Expires", sort: "expires", place: "row-note", cell: (domain) => <Expiry domain={domain} /> },
	{
		name: "Auto-renew",
		cell: ({ id, name, autoRenew }) => <AutoRenewSwitch domainId={id} name={name} on={autoRenew} />,
	},
];

const select: Selectable<DomainRow> = { form: selectionForm, name: "domain", subject: ({ name }) => name };

export function DomainList({ domains, open, records, sort }: DomainListProps) {
	return (
		<ExpandableList
			caption="Domains"
			columns={columns}
			sort={sort}
			rows={domains}
			select={select}
			open={open}
			details={(domain) => <DomainDetails domain={domain} records={records} />}
		/>
	);
}

/** With a link to renew or restore it if the domain expires soon or has expired. On a phone, a line of text. */
const Expiry = ({ domain }: { domain: DomainRow }) => (
	<>
		<span className="md:hidden">
			<ExpiryNote domain={domain} />
		</span>
		<span className="max-md:hidden">
			<span className="whitespace-nowrap">{domain.expires}</span>
			{domain.soon && <span className="block text-sm font-semibold text-danger">{domain.soon}</span>}
			{domain.renewable && (domain.soon !== null || domain.status === "expired") && (
				<span className="block">
					<RenewLink
						to={`${href("/dashboard/domains/:domainId", { domainId: domain.id })}#renew`}
						subject={domain.name}
					/>
				</span>
			)}
			{domain.status === "redemption" && (
				<span className="block">
					<RenewLink
						verb="Restore"
						to={`${href("/dashboard/domains/:domainId", { domainId: domain.id })}#restore`}
						subject={domain.name}
					/>
				</span>
			)}
		</span>
	</>
);
