import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const fiscalAudit = {
	"fiscal.retried": activityKind(
		z.object({ failure: z.string() }),
		({ failure }) => `Sent a tax document again that was refused${failure && `: ${failure}`}.`,
	),
};
