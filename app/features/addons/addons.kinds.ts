import { z } from "zod";
import { activityKind } from "~/lib/kinds";

const addonParams = z.object({ addon: z.string() });

export const addonsActivity = {
	"addon.cancelled": activityKind(addonParams, ({ addon }) => `Cancelled the add-on ${addon}.`),
	"addon.kept": activityKind(addonParams, ({ addon }) => `Withdrew the cancellation of the add-on ${addon}.`),
};
