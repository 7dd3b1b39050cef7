import { z } from "zod";
import { rowId } from "../../lib/fields.schema";
import { cursorText } from "../../lib/list.schema";

/** The address of the list; what it does not know is left out. */
export const noticeListSchema = z.object({
	tab: z.enum(["all", "unread"]).catch("all"),
	after: cursorText,
});

export type NoticeListQuery = z.infer<typeof noticeListSchema>;

/** Without an id: all of them. */
export const markReadSchema = z.object({ noticeId: rowId.optional() });
