import { RecordTable } from "~/components/ui/record-table";
import type { RecordRow } from "../zone-view";
import { recordColumns } from "./record-columns";

/** Read-only list of a domain's records. */
export function RecordList({ records }: { records: readonly RecordRow[] }) {
	if (records.length === 0) return <p className="text-muted">No records yet.</p>;
	return <RecordTable caption="DNS records" columns={recordColumns} rows={records} />;
}
