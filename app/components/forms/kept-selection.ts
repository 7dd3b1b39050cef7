import type { To } from "react-router";
import { withParams } from "~/lib/address";

/** Ticked checkboxes of a list with the chosen change, as name and value. */
export type Selection = readonly (readonly [name: string, value: string])[];

/** `row` at the desk, `domain` in the portal. */
const names = ["row", "domain", "all", "change"];

export const selectionIn = (entries: Iterable<readonly [string, unknown]>): Selection =>
	[...entries].flatMap(([name, value]) => (names.includes(name) ? [[name, String(value)] as const] : []));

/**
 * A link from the preview of a change back to its list, with the filters of the list and the ticked rows.
 * @param params the query of the preview
 */
export const backToSelection = (
	list: string,
	params: URLSearchParams,
): { to: To; state: { selection: Selection } } => ({
	to: `${list}${withParams(params, { row: null, domain: null, all: null, change: null, again: null, select: "1" })}`,
	state: { selection: selectionIn(params) },
});

/** What was ticked on the pages of this tab, by the key of their history entry. A full page load forgets it. */
const kept = new Map<string, Selection>();

/** For when the person comes back with the browser's Back button. */
export function keepSelection(key: string, form: HTMLFormElement): void {
	kept.set(key, selectionIn(new FormData(form)));
}

/** What to tick again on a page. */
export function selectionOf({ key, state }: { readonly key: string; readonly state: unknown }): Selection {
	const linked = (state as { readonly selection?: Selection } | null)?.selection;
	return kept.get(key) ?? linked ?? [];
}
