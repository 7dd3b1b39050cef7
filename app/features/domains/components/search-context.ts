import { createContext } from "react";
import type { BulkList, RunningBulk } from "../bulk-search.server";
import type { RunningSearch } from "../running-search.server";

/** A search for one word or for a list of names. */
export type ShownSearch =
	| { readonly kind: "word"; readonly search: RunningSearch }
	| { readonly kind: "list"; readonly bulk: RunningBulk; readonly list: BulkList };

/** The search of this request. Always null in the browser. */
export const SearchContext = createContext<ShownSearch | null>(null);
