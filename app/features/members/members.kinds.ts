import { href } from "react-router";
import { z } from "zod";
import { memberRoles } from "~/lib/acting";
import { activityKind, notificationKind } from "~/lib/kinds";
import { roles } from "./member";

const person = z.object({ email: z.string() });
const withRole = person.extend({ role: z.enum(memberRoles) });
const account = z.object({ account: z.string() });

export const membersActivity = {
	"member.invited": activityKind(
		withRole,
		({ email, role }) => `Invited ${email} to this account: ${roles[role].name}.`,
	),
	"member.joined": activityKind(person, ({ email }) => `${email} accepted the access to this account.`),
	"member.declined": activityKind(person, ({ email }) => `${email} refused the access to this account.`),
	"member.role_changed": activityKind(
		withRole,
		({ email, role }) => `Changed the role of ${email} in this account: ${roles[role].name}.`,
	),
	"member.removed": activityKind(person, ({ email }) => `Removed the access of ${email}.`),
	"member.left": activityKind(person, ({ email }) => `${email} gave up the access to this account.`),
	"session.member_started": activityKind(z.object({}), () => "Started using this account."),
	"access.accepted": activityKind(account, ({ account }) => `Accepted access to the account of ${account}.`),
	"access.left": activityKind(account, ({ account }) => `Gave up access to the account of ${account}.`),
};

export const membersNotifications = {
	"member.joined": notificationKind(person, {
		title: () => "Someone can now use your account",
		body: ({ email }) => `${email} accepted your invitation.`,
		href: () => href("/dashboard/account-settings/people"),
	}),
};
