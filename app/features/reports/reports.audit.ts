import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const reportsAudit = {
	"list.exported": activityKind(
		z.object({ list: z.string(), filters: z.string() }),
		({ list, filters }) => `Exported the list of ${list.replaceAll("-", " ")}${filters && ` with ${filters}`}.`,
	),
	"report.exported": activityKind(
		z.object({ report: z.string(), from: z.string(), to: z.string(), currency: z.string() }),
		({ report, from, to, currency }) => `Exported the report on ${report} in ${currency}, ${from} to ${to}.`,
	),
};
