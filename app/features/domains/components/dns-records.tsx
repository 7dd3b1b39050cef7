import { Table } from "~/components/ui/table";

export interface DnsRecord {
	readonly id: string;
	readonly type: string;
	readonly name: string;
	readonly value: string;
	readonly ttl: number;
	readonly priority: number | null;
}

export function DnsRecords({ records }: { records: readonly DnsRecord[] }) {
	if (records.length === 0) return <p className="text-muted">No records yet.</p>;
	return (
		<Table caption="DNS records">
			<thead>
				<tr>
					<th scope="col">Type</th>
					<th scope="col">Name</th>
					<th scope="col">Value</th>
					<th scope="col">TTL</th>
				</tr>
			</thead>
			<tbody>
				{records.map(({ id, type, name, value, ttl, priority }) => (
					<tr key={id}>
						<th scope="row" data-label="Type">
							{type}
						</th>
						<td data-label="Name">{name}</td>
						<td data-label="Value" className="break-all">
							<span>{priority === null ? value : `${priority} ${value}`}</span>
						</td>
						<td data-label="TTL">{ttl} s</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}
