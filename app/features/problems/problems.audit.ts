import { z } from "zod";
import { formatMoment } from "~/lib/dates";
import { activityKind } from "~/lib/kinds";
import { problemKinds, problemTitle } from "./problem";

const about = z.object({ kind: z.enum(problemKinds), subject: z.string() });

export const problemsAudit = {
	"problem.taken": activityKind(about, (problem) => `Took: ${problemTitle(problem)}.`),
	"problem.released": activityKind(about, (problem) => `Gave back: ${problemTitle(problem)}.`),
	"problem.snoozed": activityKind(
		about.extend({ until: z.number() }),
		({ until, ...problem }, { timezone, language }) =>
			`Snoozed until ${formatMoment(until, { timezone, language })}: ${problemTitle(problem)}.`,
	),
	"problem.woken": activityKind(about, (problem) => `Ended the snooze of: ${problemTitle(problem)}.`),
	"problem.handled": activityKind(about, (problem) => `Marked as handled: ${problemTitle(problem)}.`),
	"problem.reopened": activityKind(about, (problem) => `Opened again: ${problemTitle(problem)}.`),
};
