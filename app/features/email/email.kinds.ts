import { href } from "react-router";
import { z } from "zod";
import { notificationKind } from "~/lib/kinds";

export const emailNotifications = {
	"mail.refused": notificationKind(z.object({ email: z.string() }), {
		title: () => "Our emails don't reach you",
		body: ({ email }) => `${email} rejects them. Enter another email address to receive reminders and receipts.`,
		href: () => href("/dashboard/account-settings/email"),
	}),
};
