import { z } from "zod";
import { rowId } from "./fields.schema";
import { longestCursor } from "./page";

/** `?q=`: what a list is searched for; too long a text is none. */
export const searchText = z.string().trim().max(100).catch("");

/** `?after=`: where a page of a list begins; anything that can't be one begins at the beginning. */
export const cursorText = z.string().max(longestCursor).optional().catch(undefined);

/** `?open=`: the row whose details are open. */
export const openRow = rowId.optional().catch(undefined);
