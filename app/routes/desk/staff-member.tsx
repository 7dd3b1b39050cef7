import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { StaffMemberPage } from "~/features/desk/components/staff-member-page";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { handleMemberForm } from "~/features/staff/member-form";
import { memberView } from "~/features/staff/member-view";
import { notFound } from "~/lib/responses";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/staff-member";

export const handle = {
	desk: {
		view: "settings.staff",
		actions: {
			roles: "settings.staff",
			disable: "settings.staff",
			enable: "settings.staff",
			"end-sessions": "settings.staff",
			"invite-again": "settings.staff",
			reset: "settings.staff",
		},
	},
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: pageTitle(loaderData?.member.name ?? "Staff") }];

export async function loader({ context, params }: Route.LoaderArgs) {
	const [me, found] = await asStaff(context, handle, ({ staff }, session) =>
		staff.members.find(session, params.staffId),
	);
	return { member: memberView(found ?? notFound()), self: found?.id === me.id };
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { members } = context.get(servicesContext).staff;
	const done = await handleMemberForm(members, sent.value, params.staffId);
	return done.ok ? deskDone(context, url, done.value) : deskFailure(done.error, sent.value.form);
}

export default function StaffMember({ loaderData, actionData }: Route.ComponentProps) {
	return <StaffMemberPage {...loaderData} answer={actionData} />;
}
