import { href } from "react-router";
import { z } from "zod";
import { notificationKind } from "~/lib/kinds";

export const emailNotifications = {
	"mail.refused": notificationKind(
		z.object({ email: z.string(), reason: z.enum(["bounced", "complained"]).optional() }),
		{
			title: () => "Our emails don't reach you",
			body: ({ email, reason }) =>
				reason === "complained"
					? `An email to ${email} was marked as spam, so we send no more there. Enter another address, or turn them on again.`
					: `${email} rejects them. Enter another email address to receive reminders and receipts.`,
			href: () => href("/dashboard/account-settings/email"),
		},
	),
};
