import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { roleRules, roles } from "./permissions";

const nothing = z.object({});
const held = z.array(z.enum(roles));
const named = z.object({ name: z.string() });

const listRoles = (list: z.output<typeof held>) =>
	list.length === 0 ? "no role" : list.map((role) => roleRules[role].label).join(", ");

export const staffAudit = {
	"staff.invited": activityKind(
		z.object({ email: z.string(), roles: held }),
		({ email, roles }) => `Invited ${email} as ${listRoles(roles)}.`,
	),
	"staff.invited_again": activityKind(
		z.object({ email: z.string() }),
		({ email }) => `Sent ${email} another invitation.`,
	),
	"staff.joined": activityKind(nothing, () => "Accepted the invitation."),
	"staff.signed_in": activityKind(
		z.object({ device: z.string(), with: z.enum(["code", "recovery_code", "passkey"]) }),
		({ device, with: step }) => `Signed in on ${device} with ${stepNames[step]}.`,
	),
	"staff.roles_changed": activityKind(
		z.object({ name: z.string(), before: held, after: held }),
		({ name, before, after }) => `Changed the roles of ${name} from ${listRoles(before)} to ${listRoles(after)}.`,
	),
	"staff.disabled": activityKind(named, ({ name }) => `Disabled ${name}.`),
	"staff.enabled": activityKind(named, ({ name }) => `Enabled ${name}.`),
	"staff.sessions_ended": activityKind(named, ({ name }) => `Signed ${name} out on every device.`),
	"staff.second_step_reset": activityKind(named, ({ name }) => `Reset the second step of ${name}.`),
	"staff.second_step_set_up": activityKind(nothing, () => "Set up the second step again with an emailed link."),
	"staff.session_ended": activityKind(named, () => "Signed out another device."),
	"staff.password_changed": activityKind(nothing, () => "Changed the password."),
	"staff.recovery_codes_renewed": activityKind(nothing, () => "Made new recovery codes."),
	"staff.passkey_added": activityKind(named, ({ name }) => `Added the passkey ${name}.`),
	"staff.passkey_removed": activityKind(named, ({ name }) => `Removed the passkey ${name}.`),
};

const stepNames = { code: "a code", recovery_code: "a recovery code", passkey: "a passkey" } as const;
