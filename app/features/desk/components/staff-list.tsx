import { href } from "react-router";
import { Status } from "~/components/ui/status";
import { type MemberView, statusLabels } from "~/features/staff/member-view";
import type { MembersQuery } from "~/features/staff/members.schema";
import { roleRules, roles } from "~/features/staff/permissions";
import { staffStatuses } from "~/features/staff/staff";
import type { DeskAnswer } from "../desk-answer";
import { DeskList, RowLink } from "./desk-list";
import { DeskPage } from "./desk-page";
import { InviteForm } from "./invite-form";

interface StaffListProps {
	query: MembersQuery;
	members: readonly MemberView[];
	next: string | null;
	answer: DeskAnswer | undefined;
}

export function StaffList({ query, members, next, answer }: StaffListProps) {
	// A property named `role` in the bundle would count as the newer `Element.role`.
	const { role: chosenRole } = query;
	return (
		<DeskPage title="Staff">
			{/* Closed and empty again once the person is in the list. */}
			<InviteForm key={members.map(({ id }) => id).join()} answer={answer} />
			<DeskList
				label="Staff"
				rows={members}
				next={next}
				filters={[
					{ label: "Name or email", name: "q", type: "search", value: query.q },
					{
						label: "Status",
						name: "status",
						value: query.status,
						options: staffStatuses.map((status) => ({ value: status, text: statusLabels[status].text })),
					},
					{
						label: "Role",
						name: "role",
						value: chosenRole,
						options: roles.map((role) => ({ value: role, text: roleRules[role].label })),
					},
				]}
				columns={[
					{
						name: "Name",
						cell: ({ id, name, email }) => (
							<RowLink to={href("/desk/settings/staff/:staffId", { staffId: id })} note={name === email ? null : email}>
								{name}
							</RowLink>
						),
					},
					{ name: "Roles", place: "row-note", cell: ({ roleText }) => roleText },
					{ name: "Second step", cell: ({ secondStep }) => secondStep },
					{ name: "Last sign-in", cell: ({ lastSignIn }) => lastSignIn },
					{
						name: "Status",
						place: "row-state",
						cell: ({ status }) => <Status tone={statusLabels[status].tone}>{statusLabels[status].text}</Status>,
					},
				]}
				empty={{ icon: "users", title: "No staff yet", text: "Invite someone by email." }}
			/>
		</DeskPage>
	);
}
