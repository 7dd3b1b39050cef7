import { z } from "zod";
import { activityKind } from "~/lib/kinds";

/** `before`, `after`: the settings as JSON. */
export const departmentsAudit = {
	"departments.changed": activityKind(
		z.object({ before: z.string(), after: z.string() }),
		() => "Changed the departments, their hours or the holidays.",
	),
};
