import { z } from "zod";
import { rowId } from "~/lib/fields.schema";
import { cursorText } from "~/lib/list.schema";

/** The address of the list; what it does not know is left out. */
export const noticeListSchema = z.object({
	tab: z.enum(["all", "unread"]).catch("all"),
	after: cursorText,
});

export type NoticeListQuery = z.infer<typeof noticeListSchema>;

/** Without an id: all of them. To open one is to be led to what it is about. */
export const noticeChangeSchema = z.union([
	z.object({ intent: z.literal("open"), noticeId: rowId }),
	z.object({ intent: z.never().optional(), noticeId: rowId.optional() }),
]);
