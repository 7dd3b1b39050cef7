import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const twoFactorActivity = {
	"two_factor.on": activityKind(z.object({}), () => "Turned on two-step sign-in."),
	"two_factor.off": activityKind(z.object({}), () => "Turned off two-step sign-in."),
	"two_factor.new_codes": activityKind(z.object({}), () => "Created new recovery codes."),
};
