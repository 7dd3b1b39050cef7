import { z } from "zod";
import { olderMonth } from "~/features/archive/archive.schema";
import { rowId } from "~/lib/fields.schema";
import { cursorText } from "~/lib/list.schema";

/** Query of the notifications page. Ignores unknown parameters. */
export const notificationListSchema = z.object({
	tab: z.enum(["all", "unread"]).catch("all"),
	after: cursorText,
	month: olderMonth,
});

export type NotificationListQuery = z.infer<typeof notificationListSchema>;

/** Marks one as read, or all if there is no id. `open` also redirects to its page. */
export const notificationChangeSchema = z.union([
	z.object({ intent: z.literal("open"), notificationId: rowId }),
	z.object({ intent: z.never().optional(), notificationId: rowId.optional() }),
]);
