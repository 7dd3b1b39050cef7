import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const twoFactorActivity = {
	"two_factor.on": activityKind(z.object({}), () => "Switched two-step sign-in on."),
	"two_factor.off": activityKind(z.object({}), () => "Switched two-step sign-in off."),
	"two_factor.new_codes": activityKind(z.object({}), () => "Created new recovery codes."),
};
