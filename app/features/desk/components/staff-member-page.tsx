import { href } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { ErrorText } from "~/components/forms/error-text";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import { type MemberView, statusLabels } from "~/features/staff/member-view";
import { roleRules, roles } from "~/features/staff/permissions";
import type { DeskAnswer } from "../desk-answer";
import { DeskFacts } from "./desk-facts";
import { DeskPage } from "./desk-page";
import { ReasonForm } from "./reason-form";

interface StaffMemberPageProps {
	member: MemberView;
	/** Whether it is the person who looks at the page. */
	self: boolean;
	answer: DeskAnswer | undefined;
}

export function StaffMemberPage({ member, self, answer }: StaffMemberPageProps) {
	const { name, email, status, roleText, secondStep, sessions, lastSignIn, added, version } = member;
	const of = (intent: string) => (answer?.intent === intent ? answer : undefined);
	const props = (intent: string) => ({
		change: { intent, version },
		failure: of(intent)?.failure,
		reason: of(intent)?.values.reason?.[0],
	});
	const ends = sessions === 1 ? "1 session ends" : `${sessions} sessions end`;
	return (
		<DeskPage title={name} back={{ to: href("/desk/settings/staff"), label: "Staff" }}>
			<TitledCard title="Access">
				<DeskFacts
					facts={[
						[
							"Status",
							<Status key="status" tone={statusLabels[status].tone}>
								{statusLabels[status].text}
							</Status>,
						],
						["Email", email],
						["Roles", roleText],
						["Second step", secondStep],
						["Sessions", String(sessions)],
						["Last sign-in", lastSignIn],
						["Added", added],
					]}
				/>
			</TitledCard>
			<TitledCard title="Change access">
				<ReasonForm
					icon="users"
					label="Change roles"
					effect={`${name} is signed out everywhere: ${ends}.`}
					{...props("roles")}
				>
					<RoleChoice held={member.roles} answer={of("roles")} />
				</ReasonForm>
				<ReasonForm
					icon="log-out"
					label="Sign out everywhere"
					effect={`${name} has to sign in again: ${ends}.`}
					{...props("end-sessions")}
				/>
				{status === "disabled" ? (
					<ReasonForm
						icon="circle-check"
						label="Enable"
						effect={`${name} can sign in again with the roles above.`}
						{...props("enable")}
					/>
				) : (
					<ReasonForm
						icon="lock"
						label="Disable"
						danger
						effect={`${self ? "You" : name} can't sign in any more: ${ends}. What they did stays in the audit log.`}
						{...props("disable")}
					/>
				)}
			</TitledCard>
		</DeskPage>
	);
}

function RoleChoice({ held, answer }: { held: MemberView["roles"]; answer: DeskAnswer | undefined }) {
	const chosen: readonly string[] = answer?.values.roles ?? held;
	const error = answer?.failure.fields?.roles;
	return (
		<fieldset className="grid">
			<legend className="font-medium">Roles</legend>
			{answer?.failure.code === "changed_meanwhile" && (
				<p className="text-sm">
					Now: {held.map((role) => roleRules[role].label).join(", ") || "no role"}. Your choice is ticked below.
				</p>
			)}
			{roles.map((role) => (
				<CheckboxField
					key={role}
					name="roles"
					value={role}
					label={roleRules[role].label}
					hint={roleRules[role].description}
					defaultChecked={chosen.includes(role)}
				/>
			))}
			{error && <ErrorText id="roles-error">{error}</ErrorText>}
		</fieldset>
	);
}
