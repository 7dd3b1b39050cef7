import { Fragment } from "react";
import { Card } from "~/components/ui/card";
import { RowToggle } from "~/components/ui/row-toggle";
import { Table } from "~/components/ui/table";
import type { DomainRow } from "../domain-row";
import type { DomainSort } from "../portfolio";
import { AutoRenewSwitch } from "./auto-renew-switch";
import type { DnsRecord } from "./dns-records";
import { DomainDetails } from "./domain-details";
import { DomainName } from "./domain-name";
import { DomainStatus } from "./domain-status";
import { Expiry } from "./domains-table";

interface DomainListProps {
	domains: readonly DomainRow[];
	open: string | undefined;
	/** Of the open one. */
	records: readonly DnsRecord[];
	sort: DomainSort;
}

export function DomainList({ domains, open, records, sort }: DomainListProps) {
	const ordered = (key: string) => {
		if (sort.replace("-", "") !== key) return undefined;
		return sort.startsWith("-") ? "descending" : "ascending";
	};
	return (
		<Card className="py-1 sm:py-2">
			<Table caption="Domains" className="rows-middle">
				<thead>
					<tr>
						<th scope="col" aria-sort={ordered("name")}>
							Domain
						</th>
						<th scope="col" aria-sort={ordered("status")}>
							Status
						</th>
						<th scope="col" aria-sort={ordered("expires")}>
							Expires
						</th>
						<th scope="col">Auto-renew</th>
						<th scope="col">
							<span className="sr-only">Details</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{domains.map((domain) => (
						<Fragment key={domain.id}>
							<tr id={domain.id}>
								<th scope="row">
									<DomainName name={domain.name} />
								</th>
								<td data-label="Status">
									<DomainStatus status={domain.status} />
								</td>
								<td data-label="Expires">
									<Expiry expires={domain.expires} soon={domain.soon} />
								</td>
								<td data-label="Auto-renew">
									<AutoRenewSwitch domainId={domain.id} name={domain.name} on={domain.autoRenew} />
								</td>
								<td>
									<RowToggle id={domain.id} open={open === domain.id} subject={domain.name} />
								</td>
							</tr>
							{open === domain.id && (
								<tr className="row-details">
									<td colSpan={5}>
										<DomainDetails domain={domain} records={records} />
									</td>
								</tr>
							)}
						</Fragment>
					))}
				</tbody>
			</Table>
		</Card>
	);
}
