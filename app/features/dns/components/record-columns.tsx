import type { Column } from "~/components/ui/record-table";
import type { RecordRow } from "../zone-view";

/** Columns of every DNS record list. */
export const recordColumns: readonly Column<RecordRow>[] = [
	{ name: "Type", cell: ({ type }) => type },
	{ name: "Name", cell: ({ name }) => <span className="block wrap-anywhere md:min-w-28">{name}</span> },
	{ name: "Value", cell: ({ value }) => <span className="line-clamp-3 wrap-anywhere">{value}</span> },
	{ name: "TTL", cell: ({ ttl }) => <span className="whitespace-nowrap">{ttl}</span> },
];
