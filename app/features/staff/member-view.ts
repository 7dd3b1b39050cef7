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
	secondStep: secondStepText(member),
	sessions: member.sessions,
	lastSignIn: member.lastSignInAt === null ? "Never" : formatMoment(member.lastSignInAt, kenya),
	added: formatMoment(member.createdAt, kenya),
	version: member.updatedAt,
});

export type MemberView = ReturnType<typeof memberView>;

function secondStepText({ totpSince, passkeys }: Member): string {
	const keys = passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`;
	if (totpSince === null) return passkeys === 0 ? "None" : keys;
	return passkeys === 0 ? "App" : `App, ${keys}`;
}
