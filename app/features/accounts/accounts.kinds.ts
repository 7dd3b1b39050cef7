import { z } from "zod";
import { activityKind } from "~/lib/kinds";

const nothing = z.object({});
/** Rejects entries of older releases, which have several texts for one kind and store their own. */
const nothingElse = z.strictObject({});
const newEmail = z.object({ newEmail: z.string() });

export const accountsActivity = {
	"account.opened": activityKind(nothing, () => "Opened the account."),
	"account.merged": activityKind(
		z.object({ email: z.string() }),
		({ email }) => `Our staff moved everything of the account ${email} to this one.`,
	),
	"profile.updated": activityKind(nothing, () => "Changed the profile."),
	"session.ended": activityKind(nothingElse, () => "Signed out another device."),
	"session.others_ended": activityKind(nothing, () => "Signed out every other device."),
	"session.staff_started": activityKind(
		z.object({ name: z.string(), reason: z.string() }),
		({ name, reason }) => `${name} of our staff signed in to this account for at most 30 minutes: ${reason}`,
	),
	"session.staff_stopped": activityKind(nothing, () => "Our staff signed out of this account."),
	"password.changed": activityKind(nothingElse, () => "Changed the password."),
	"password.reset": activityKind(z.object({ removedPasskeys: z.array(z.string()) }), ({ removedPasskeys }) => {
		const done = "Set a new password with an emailed link. Every device was signed out.";
		return removedPasskeys.length > 0 ? `${done} These passkeys were removed: ${removedPasskeys.join(", ")}.` : done;
	}),
	"email.change_requested": activityKind(
		newEmail,
		(params) => `Asked to change the email address to ${params.newEmail}.`,
	),
	"email.changed": activityKind(newEmail, (params) => `Changed the email address to ${params.newEmail}.`),
	"email.tried_again": activityKind(nothing, () => "Turned emails to the address on again."),
	"email.change_cancelled": activityKind(nothing, () => "Cancelled the change of the email address."),
};
