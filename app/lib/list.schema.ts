import { z } from "zod";
import { rowId } from "./fields.schema";
import { longestCursor } from "./page";

/** `?q=`: the search text of a list. Too long a text counts as empty. */
export const searchText = z.string().trim().max(100).catch("");

/** `?after=`: the cursor of a list's page. Ignored if it can't be one. */
export const cursorText = z.string().max(longestCursor).optional().catch(undefined);

/** `?open=`: the id of the row whose details are open. */
export const openRow = rowId.optional().catch(undefined);
