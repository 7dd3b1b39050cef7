import { z } from "zod";
import { activityKind } from "~/lib/kinds";

export const passkeysActivity = {
	"passkey.added": activityKind(z.object({ name: z.string() }), ({ name }) => `Added the passkey ${name}.`),
	"passkey.removed": activityKind(z.object({}), () => "Removed a passkey."),
};
