import { z } from "zod";
import { cursorText } from "~/lib/list.schema";
import { bulkRowStates } from "./bulk-action";

/** The filter of an action's rows. */
export const bulkRowsQuerySchema = z.object({
	state: z.enum(bulkRowStates).optional().catch(undefined),
	after: cursorText,
});
export type BulkRowsQuery = z.output<typeof bulkRowsQuerySchema>;
