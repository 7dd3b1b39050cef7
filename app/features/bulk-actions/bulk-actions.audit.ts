import { z } from "zod";
import { formatCount } from "~/lib/format-count";
import { activityKind } from "~/lib/kinds";
import { bulkSubjects, domainChanges, planChanges } from "./bulk-action";
import { changeNames, subjectNames } from "./bulk-texts";

const action = z.object({
	change: z.enum([...domainChanges, ...planChanges]),
	subject: z.enum(bulkSubjects),
	count: z.number().int(),
});

export const bulkActionsAudit = {
	"bulk.started": activityKind(
		action,
		({ change, subject, count }) =>
			`Started a bulk action for ${formatCount(count, subjectNames[subject])}: ${changeNames[change]}.`,
	),
	"bulk.stopped": activityKind(
		action,
		({ change, subject, count }) =>
			`Stopped a bulk action before its last ${formatCount(count, subjectNames[subject])}: ${changeNames[change]}.`,
	),
};
