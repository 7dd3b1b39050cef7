import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { identityChecks } from "./identity-check";

const nothing = z.object({});
const profileField = z.object({ field: z.string(), before: z.string(), after: z.string() });

export const customersAudit = {
	"customer.profile_changed": activityKind(z.object({ changes: z.array(profileField) }), ({ changes }) =>
		changes.length === 0
			? "Saved the customer's profile without a change."
			: `Changed the customer's profile: ${changes.map(({ field, before, after }) => `${field} from “${before}” to “${after}”`).join(", ")}.`,
	),
	"customer.note_added": activityKind(nothing, () => "Added a note."),
	"customer.note_edited": activityKind(
		z.object({ before: z.string() }),
		({ before }) => `Edited a note. Before: “${before}”`,
	),
	"customer.note_removed": activityKind(
		z.object({ before: z.string() }),
		({ before }) => `Removed a note: “${before}”`,
	),
	"customer.verification_resent": activityKind(
		z.object({ email: z.string() }),
		({ email }) => `Sent another verification link to ${email}.`,
	),
	"customer.verified": activityKind(z.object({ email: z.string() }), ({ email }) => `Verified ${email} by hand.`),
	"customer.email_resent": activityKind(z.object({ name: z.string() }), ({ name }) => `Sent again: ${name}.`),
	"customer.sessions_ended": activityKind(nothing, () => "Signed the customer out on every device."),
	"customer.two_step_reset": activityKind(
		z.object({ checked: z.enum(Object.keys(identityChecks) as (keyof typeof identityChecks)[]) }),
		({ checked }) => `Turned the customer's two-step sign-in off. Checked: ${identityChecks[checked]}.`,
	),
	"customer.sign_in_started": activityKind(nothing, () => "Signed in as the customer."),
	// `details`: the parameters of the entry in the customer's activity log.
	"customer.acted": activityKind(
		z.object({ activity: z.string(), details: z.looseObject({}) }),
		({ activity }) => `As the customer: ${activity}.`,
	),
	"customer.sign_in_stopped": activityKind(nothing, () => "Signed out as the customer."),
	"customer.billing_email_added": activityKind(
		z.object({ email: z.string() }),
		({ email }) => `Added ${email} to the addresses that get the customer's invoices.`,
	),
	"customer.billing_email_removed": activityKind(
		z.object({ email: z.string() }),
		({ email }) => `Removed ${email} from the addresses that get the customer's invoices.`,
	),
	"customer.billing_changed": activityKind(z.object({ changes: z.array(profileField) }), ({ changes }) =>
		changes.length === 0
			? "Saved the customer's billing details without a change."
			: `Changed the customer's billing details: ${changes.map(({ field, before, after }) => `${field} from “${before}” to “${after}”`).join(", ")}.`,
	),
	"customer.closing": activityKind(nothing, () => "Started closing the account."),
	"customer.kept": activityKind(nothing, () => "Cancelled closing the account."),
	"customer.merged": activityKind(
		z.object({
			email: z.string(),
			checked: z.enum(Object.keys(identityChecks) as (keyof typeof identityChecks)[]),
		}),
		({ email, checked }) => `Merged the account ${email} into this one. Checked: ${identityChecks[checked]}.`,
	),
	"customer.merged_into": activityKind(
		z.object({ email: z.string(), into: z.string() }),
		({ email, into }) => `Merged this account, ${email}, into ${into} and closed it.`,
	),
	"customer.exported": activityKind(nothing, () => "Downloaded all data of the account."),
};
