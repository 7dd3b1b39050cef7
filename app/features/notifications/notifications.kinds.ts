import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { emailChoices } from "./preferences";

const preference = z.enum(emailChoices.map(({ id }) => id));

export const notificationsActivity = {
	"notifications.read": activityKind(z.object({ all: z.boolean() }), ({ all }) =>
		all ? "Marked all notifications as read." : "Marked a notification as read.",
	),
	"preferences.updated": activityKind(z.object({}), () => "Changed notification settings."),
	"preferences.unsubscribed": activityKind(z.object({ preference }), ({ preference: wanted }) => {
		const label = emailChoices.find(({ id }) => id === wanted)?.label ?? "";
		return `Stopped emails about ${label.toLowerCase()}.`;
	}),
};
