import { formatMoment, kenya } from "~/lib/dates";
import type { Member } from "./members.server";
import { roleRules } from "./permissions";
import type { StaffStatus } from "./staff";

export const statusLabels = {
	invited: { text: "Invited", tone: "pending" },
	active: { text: "Active", tone: "success" },
	disabled: { text: "Disabled", tone: "neutral" },
} as const satisfies Readonly<Record<StaffStatus, unknown>>;

/** A person for the list and the page. */
export const memberView = (member: Member) => ({
	id: member.id,
	email: member.email,
	name: member.name,
	status: member.status,
	roles: member.roles,
	roleText: member.roles.map((role) => roleRules[role].label).join(", ") || "No role",
	secondStep: member.totpSince === null ? "None" : "App",
	sessions: member.sessions,
	lastSignIn: member.lastSignInAt === null ? "Never" : formatMoment(member.lastSignInAt, kenya),
	added: formatMoment(member.createdAt, kenya),
	version: member.updatedAt,
});

export type MemberView = ReturnType<typeof memberView>;
