import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { StaffList } from "~/features/desk/components/staff-list";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { memberView } from "~/features/staff/member-view";
import { inviteSchema, membersSchema } from "~/features/staff/members.schema";
import { noRows, readFilters } from "~/lib/filters";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure, deskListPage } from "~/middleware/desk-answer";
import type { Route } from "./+types/staff";

export const handle = {
	desk: { view: "settings.staff", actions: { invite: "settings.staff" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Staff") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const { query, invalid } = readFilters(membersSchema, url);
	const [, page] = await asStaff(context, handle, async ({ staff }, session) =>
		invalid ? noRows : staff.members.list(session, query),
	);
	return deskListPage(invalid, { query, members: page.items.map(memberView), next: page.next });
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { fields, form, session } = sent.value;
	const input = parse(inviteSchema, { ...fields, roles: form.getAll("roles") });
	const invited = input.ok ? await context.get(servicesContext).staff.members.invite(session, input.value) : input;
	if (!invited.ok) return deskFailure(invited.error, form);
	return deskDone(context, url, "We've emailed the invitation. The link works for three days.");
}

export default function StaffPage({ loaderData, actionData }: Route.ComponentProps) {
	return <StaffList {...loaderData} answer={actionData} />;
}
