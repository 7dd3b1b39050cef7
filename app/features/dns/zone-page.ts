import { decodeCursor, type Page, toPage } from "~/lib/page";
import { compareRecords, type RecordType, type ZoneRecord } from "./record";

/** Rows of one page: a usual zone is seen as a whole. */
export const zonePageSize = 50;

export interface ZoneFilter {
	readonly type?: RecordType | undefined;
	/** Part of a name or of a value. */
	readonly q: string;
	readonly after?: string | undefined;
}

/** The records that fit, in the editor's order, from the one after the cursor on. */
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
