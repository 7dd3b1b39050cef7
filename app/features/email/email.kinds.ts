import { href } from "react-router";
import { z } from "zod";
import { notificationKind } from "~/lib/kinds";

export const emailNotifications = {
	"mail.refused": notificationKind(z.object({ email: z.string() }), {
		title: () => "Our emails do not reach you",
		body: ({ email }) =>
			`${email} refuses them. Please enter another email address, so that you receive reminders and receipts.`,
		href: () => href("/dashboard/account-settings/email"),
	}),
};
