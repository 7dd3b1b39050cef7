import type { z } from "zod";
import {
	type BulkSubject,
	mostInBulk,
	type PreviewedRow,
	type ServiceChange,
} from "~/features/bulk-actions/bulk-action";
import { effectOf } from "~/features/bulk-actions/bulk-texts";
import { mostSelected } from "~/features/domains/selected-domains";
import { invalidText, readFilters } from "~/lib/filters";
import { formatCount } from "~/lib/format-count";
import { fail, ok, type Result } from "~/lib/result";

/** A selected row, for the preview. */
export interface SelectedService extends PreviewedRow {
	readonly customer: string;
}

/** What staff selected: rows of a page, every row of a filtered list, or the refused and failed rows of a bulk action. */
export type Wanted<Query> =
	| { readonly by: "ids"; readonly ids: readonly string[] }
	| { readonly by: "list"; readonly query: Query }
	| { readonly by: "bulk"; readonly bulkId: string };

/** What an address says is selected. Fails for a whole list with invalid filters. @param schema the filters of the list */
export function readWanted<Schema extends z.ZodType>(schema: Schema, url: URL): Result<Wanted<z.output<Schema>>> {
	const { searchParams: params } = url;
	const bulkId = params.get("again");
	if (bulkId) return ok({ by: "bulk", bulkId });
	if (params.get("all") !== "on") return ok({ by: "ids", ids: [...new Set(params.getAll("row"))] });
	const { query, invalid } = readFilters(schema, url);
	return invalid ? fail("invalid", invalidText(invalid), { fields: invalid }) : ok({ by: "list", query });
}

/** Why these are too many. Null if they are not. @param count of the rows that were found, at most one above the limit */
export function tooManyWanted({ by, ...wanted }: Wanted<unknown>, count: number): string | null {
	if ("ids" in wanted)
		return wanted.ids.length > mostSelected ? `Select at most ${mostSelected} rows at once, or all in the list.` : null;
	if (count <= mostInBulk) return null;
	return `This list has more than ${mostInBulk.toLocaleString("en")} rows, which is the most that one bulk action changes. Narrow it with the filters.`;
}

/** Rows of a preview's table. Its words are about all rows. */
const shownRows = 100;

/** What a change does to the selected rows: in words, why some stay as they are, and the first rows. */
export function previewOf(
	{ change, subject, wanted }: { change: ServiceChange; subject: BulkSubject; wanted: Wanted<unknown> },
	rows: readonly SelectedService[],
) {
	const refused = rows.filter(({ refusal }) => refusal !== null);
	const reasons = new Map<string, number>();
	for (const { refusal } of refused) if (refusal !== null) reasons.set(refusal, (reasons.get(refusal) ?? 0) + 1);
	const changes = rows.length - refused.length;
	return {
		change,
		count: rows.length,
		changes,
		/** Selected rows that no longer exist. */
		missing: wanted.by === "ids" ? wanted.ids.length - rows.length : 0,
		effect: effectOf(change, { changes, unchanged: refused.length }),
		/** Which rows these are, if they were not ticked one by one. */
		selection:
			wanted.by === "ids"
				? null
				: wanted.by === "list"
					? `All ${formatCount(rows.length, subject)} that match the filters of the list.`
					: `${formatCount(rows.length, subject)} that the bulk action left as ${rows.length === 1 ? "it was" : "they were"}.`,
		reasons: [...reasons].sort(([, one], [, other]) => other - one).map(([text, count]) => ({ text, count })),
		rows: [...refused, ...rows.filter(({ refusal }) => refusal === null)].slice(0, shownRows),
	};
}

export type SelectedPreview = ReturnType<typeof previewOf>;
