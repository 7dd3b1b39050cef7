import { z } from "zod";
import { activityKind } from "~/lib/kinds";

const planParams = z.object({ plan: z.string() });

export const hostingActivity = {
	"hosting.cancelled": activityKind(planParams, ({ plan }) => `Cancelled the hosting plan ${plan}.`),
	"hosting.kept": activityKind(planParams, ({ plan }) => `Kept the hosting plan ${plan}.`),
	"hosting.panel": activityKind(planParams, ({ plan }) => `Asked for a sign-in link to the control panel of ${plan}.`),
	"hosting.password": activityKind(planParams, ({ plan }) => `Changed the control panel password of ${plan}.`),
	"hosting.domain": activityKind(
		planParams.extend({ domain: z.string() }),
		({ plan, domain }) => `Connected ${domain} to the hosting plan ${plan}.`,
	),
	"hosting.domain_removed": activityKind(
		planParams.extend({ domain: z.string() }),
		({ plan, domain }) => `${domain} was removed from the hosting plan ${plan}: its new holder uses it elsewhere.`,
	),
	"hosting.ended": activityKind(planParams, ({ plan }) => `The hosting plan ${plan} has ended, as you asked.`),
};
