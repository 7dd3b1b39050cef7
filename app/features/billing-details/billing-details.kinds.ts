import { href } from "react-router";
import { z } from "zod";
import { activityKind, notificationKind } from "~/lib/kinds";

const address = z.object({ email: z.string() });

export const billingDetailsActivity = {
	"billing_email.added": activityKind(address, ({ email }) => `Added ${email} to the addresses that get invoices.`),
	"billing_email.confirmed": activityKind(address, ({ email }) => `${email} was confirmed, and now gets invoices.`),
	"billing_email.removed": activityKind(
		address,
		({ email }) => `Removed ${email} from the addresses that get invoices.`,
	),
	"billing_email.stopped": activityKind(address, ({ email }) => `The reader of ${email} stopped its emails.`),
	"billing.updated": activityKind(z.object({}), () => "Changed the billing details."),
	"billing.phone_removed": activityKind(
		z.object({ lastDigits: z.string() }),
		({ lastDigits }) => `Removed the M-Pesa number that ends in ${lastDigits}.`,
	),
};

export const billingDetailsNotifications = {
	"billing_email.refused": notificationKind(address, {
		title: () => "A billing address gets no emails",
		body: ({ email }) => `${email} rejects our emails, so it gets no more invoices. Remove it, or add another address.`,
		href: () => `${href("/dashboard/account-settings/billing")}#billing-emails`,
	}),
};
