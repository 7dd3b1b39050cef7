import { z } from "zod";
import { olderMonth } from "~/features/archive/archive.schema";
import { cursorText, searchText } from "~/lib/list.schema";
import { actors } from "./activity";

/** Query of the activity page. Ignores unknown values. */
export const activityListSchema = z.object({
	who: z.enum(actors).optional().catch(undefined),
	q: searchText,
	after: cursorText,
	month: olderMonth,
});

export type ActivityListQuery = z.infer<typeof activityListSchema>;
