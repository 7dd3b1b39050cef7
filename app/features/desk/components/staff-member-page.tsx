import { href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { RowAction } from "~/components/forms/row-action";
import { EmailAddress } from "~/components/ui/email-address";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import { type MemberView, statusLabels } from "~/features/staff/member-view";
import type { DeskAnswer } from "../desk-answer";
import { DeskFacts } from "./desk-facts";
import { DeskPage } from "./desk-page";
import { ReasonForm } from "./reason-form";
import { RoleChoice } from "./role-choice";

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
	const ends = sessions === 1 ? "1 session ends" : `${sessions || "no"} sessions end`;
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
						["Email", <EmailAddress key="email" address={email} />],
						["Roles", roleText],
						["Second step", secondStep],
						["Sessions", String(sessions)],
						["Last sign-in", lastSignIn],
						["Added", added],
					]}
				/>
			</TitledCard>
			{status === "invited" && (
				<TitledCard title="Invitation" lead="The link in the email works for three days.">
					<FormError failure={of("invite-again")?.failure} />
					<div>
						<RowAction change={{ intent: "invite-again" }} subject={`to ${email}`}>
							Send another invitation
						</RowAction>
					</div>
				</TitledCard>
			)}
			{/* Closed again after a change. */}
			<TitledCard key={version} title="Change access">
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
				{status === "active" && !self && (
					<ReasonForm
						icon="smartphone"
						label="Reset the second step"
						danger
						effect={`Check who is asking first. The app of ${name} is removed, ${ends}, and we email a link to set up another. It needs the password.`}
						{...props("reset")}
					/>
				)}
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
