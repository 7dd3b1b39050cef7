import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { type ReminderGroup, reminderGroups } from "./reminder-days";

const groupNames: Readonly<Record<ReminderGroup, string>> = {
	before: "domains without auto-renew",
	autoRenew: "domains with auto-renew",
	after: "expired domains",
	kenyan: "expired domains under .ke",
	invoice: "open invoices",
	plan: "unpaid plans",
};

const daysText = (days: string) => days.replaceAll("-", "").split(" ").join(", ");

/** `before`, `after`: days separated by spaces, negative before the date. */
export const renewalsAudit = {
	"reminder_days.changed": activityKind(
		z.object({
			changed: z.array(z.object({ group: z.enum(reminderGroups), before: z.string(), after: z.string() })),
		}),
		({ changed }) =>
			`Changed the days of reminders: ${changed.map(({ group, before, after }) => `${groupNames[group]} from ${daysText(before)} to ${daysText(after)}`).join("; ") || "none"}.`,
	),
};
