import { z } from "zod";
import { activityKind } from "~/lib/kinds";

const planParams = z.object({ plan: z.string() });

export const hostingActivity = {
	"hosting.cancelled": activityKind(planParams, ({ plan }) => `Cancelled the hosting plan ${plan}.`),
	"hosting.kept": activityKind(planParams, ({ plan }) => `Kept the hosting plan ${plan}.`),
	"hosting.ended": activityKind(planParams, ({ plan }) => `The hosting plan ${plan} has ended, as you asked.`),
};
