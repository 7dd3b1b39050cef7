import { Link } from "react-router";
import { Table } from "~/components/ui/table";
import type { DomainStatus as State } from "../../../db/schema";
import { DomainName } from "./domain-name";
import { DomainStatus } from "./domain-status";

export interface ListedDomain {
	readonly id: string;
	readonly name: string;
	readonly status: State;
	readonly autoRenew: boolean;
	/** "21 Nov 2027", or a dash before registration. */
	readonly expires: string;
	/** "in 12 days", when that is soon. */
	readonly soon: string | null;
}

/** The overview's short list. */
export function DomainsTable({ domains }: { domains: readonly ListedDomain[] }) {
	return (
		<Table caption="Your domains">
			<thead>
				<tr>
					<th scope="col">Domain</th>
					<th scope="col">Status</th>
					<th scope="col">Expires</th>
					<th scope="col">Auto-renew</th>
					<th scope="col">
						<span className="sr-only">Details</span>
					</th>
				</tr>
			</thead>
			<tbody>
				{domains.map(({ id, name, status, autoRenew, expires, soon }) => (
					<tr key={id}>
						<th scope="row">
							<DomainName name={name} />
						</th>
						<td data-label="Status">
							<DomainStatus status={status} />
						</td>
						<td data-label="Expires">
							<Expiry expires={expires} soon={soon} />
						</td>
						<td data-label="Auto-renew">{autoRenew ? "On" : "Off"}</td>
						<td>
							<Link to={`/dashboard/domains?q=${name}&open=${id}`} className="link inline-flex min-h-11 items-center">
								Details<span className="sr-only"> of {name}</span>
							</Link>
						</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}

export function Expiry({ expires, soon }: Pick<ListedDomain, "expires" | "soon">) {
	return (
		<span>
			<span className="whitespace-nowrap">{expires}</span>
			{soon && <span className="block text-sm font-semibold text-danger">{soon}</span>}
		</span>
	);
}
