import { RecordTable } from "~/components/ui/record-table";
import type { RecordRow } from "../zone-view";
import { recordColumns } from "./record-columns";

/** The records of a domain, to look at only. */
export function RecordList({ records }: { records: readonly RecordRow[] }) {
	if (records.length === 0) return <p className="text-muted">No records yet.</p>;
	return <RecordTable caption="DNS records" columns={recordColumns} rows={records} />;
}
