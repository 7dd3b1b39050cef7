import { type Column, RecordTable } from "~/components/ui/record-table";
import { ttlText } from "../../dns/ttl-text";

export interface DnsRecord {
	readonly id: string;
	readonly type: string;
	readonly name: string;
	readonly value: string;
	readonly ttl: number;
	readonly priority: number | null;
}

const columns: readonly Column<DnsRecord>[] = [
	{ name: "Type", cell: ({ type }) => type },
	{ name: "Name", cell: ({ name }) => <span className="break-all">{name}</span> },
	{
		name: "Value",
		cell: ({ value, priority }) => (
			<span className="line-clamp-3 break-all">{priority === null ? value : `${priority} ${value}`}</span>
		),
	},
	{ name: "TTL", cell: ({ ttl }) => <span className="whitespace-nowrap">{ttlText(ttl)}</span> },
];

export function DnsRecords({ records }: { records: readonly DnsRecord[] }) {
	if (records.length === 0) return <p className="text-muted">No records yet.</p>;
	return <RecordTable caption="DNS records" columns={columns} rows={records} />;
}
