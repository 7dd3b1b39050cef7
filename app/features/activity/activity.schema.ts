import { z } from "zod";
import { cursorText, searchText } from "~/lib/list.schema";
import { actors } from "./activity";

/** The address of the list; what it does not know is left out. */
export const activityListSchema = z.object({
	who: z.enum(actors).optional().catch(undefined),
	q: searchText,
	after: cursorText,
});

export type ActivityListQuery = z.infer<typeof activityListSchema>;
