import { href } from "react-router";
import { z } from "zod";
import { activityKind, notificationKind } from "~/lib/kinds";

/** `ticket`: its number and subject. */
const aboutTicket = z.object({ ticket: z.string() });

export const ticketsActivity = {
	"ticket.opened": activityKind(aboutTicket, ({ ticket }) => `Opened the support ticket ${ticket}.`),
	"ticket.closed": activityKind(aboutTicket, ({ ticket }) => `Closed the support ticket ${ticket}.`),
	"ticket.rated": activityKind(aboutTicket, ({ ticket }) => `Rated our answer in the support ticket ${ticket}.`),
	"ticket.reopened": activityKind(aboutTicket, ({ ticket }) => `Reopened the support ticket ${ticket}.`),
};

export const ticketsNotifications = {
	/** `text`: the beginning of the answer. */
	"ticket.answered": notificationKind(
		z.object({ ticketId: z.string(), subject: z.string(), by: z.string(), text: z.string() }),
		{
			title: ({ by, subject }) => `${by} answered: ${subject}`,
			body: ({ text }) => text,
			href: ({ ticketId }) => href("/dashboard/support/:ticketId", { ticketId }),
		},
	),
};
