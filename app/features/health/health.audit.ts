import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const healthAudit = {
	"task.started": activityKind(z.object({ task: z.string() }), ({ task }) => `Started the task “${task}”.`),
};
