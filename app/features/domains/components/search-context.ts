import { createContext } from "react";
import type { RunningSearch } from "../running-search";

/** The search of this request. Always null in the browser. */
export const SearchContext = createContext<RunningSearch | null>(null);
