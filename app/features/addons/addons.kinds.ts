import { z } from "zod";
import { formatDay } from "~/lib/dates";
import { activityKind } from "~/lib/kinds";

const addonParams = z.object({ addon: z.string() });

export const addonsActivity = {
	"addon.recorded": activityKind(
		addonParams.extend({ of: z.string(), expiresAt: z.number() }),
		({ addon, of, expiresAt }, reader) =>
			`Added the add-on ${addon} to ${of}, which is paid until ${formatDay(expiresAt, reader)}.`,
	),
	"addon.cancelled": activityKind(addonParams, ({ addon }) => `Cancelled the add-on ${addon}.`),
	"addon.kept": activityKind(addonParams, ({ addon }) => `Withdrew the cancellation of the add-on ${addon}.`),
};
