import { z } from "zod";

/** The address of the list; what it does not know is left out. */
export const noticeListSchema = z.object({
	tab: z.enum(["all", "unread"]).catch("all"),
	after: z.string().max(600).optional().catch(undefined),
});

export type NoticeListQuery = z.infer<typeof noticeListSchema>;

/** Without an id: all of them. */
export const markReadSchema = z.object({ noticeId: z.string().max(64).optional() });
