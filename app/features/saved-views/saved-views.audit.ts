import { z } from "zod";
import { activityKind } from "~/lib/kinds";

/** `list`: the address of the list. */
const view = z.object({ name: z.string(), list: z.string() });

/** Views that everyone sees. What people save for themselves is not in the log. */
export const savedViewsAudit = {
	"view.shared": activityKind(view, ({ name, list }) => `Shared the view ${name} of ${list} with everyone.`),
	"view.removed": activityKind(view, ({ name, list }) => `Removed the shared view ${name} of ${list}.`),
};
