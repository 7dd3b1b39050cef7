import { decodeCursor, type Page, toPage } from "~/lib/page";
import { compareRecords, type RecordType, type ZoneRecord } from "./record";

/** Rows per page. Most zones fit on one page. */
export const zonePageSize = 50;

export interface ZoneFilter {
	readonly type?: RecordType | undefined;
	/** Part of a name or of a value. */
	readonly q: string;
	readonly after?: string | undefined;
}

/** One page of the records that match the filter, in the editor's order, from the one after the cursor. */
export function zonePage<R extends ZoneRecord & { readonly id: string }>(
	records: readonly R[],
	{ type, q, after }: ZoneFilter,
): Page<R> {
	const text = q.toLowerCase();
	const matching = records
		.filter((record) => type === undefined || record.type === type)
		.filter(({ name, value }) => [name, value].some((part) => part.toLowerCase().includes(text)))
		.toSorted(compareRecords);
	const last = decodeCursor(after)?.[1];
	const from = last === undefined ? 0 : matching.findIndex(({ id }) => id === last) + 1;
	return toPage(matching.slice(from), ({ name, id }) => [name, id], zonePageSize);
}
