import { pageTitle } from "~/components/layout/page-title";
import { StaffList } from "~/features/desk/components/staff-list";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { memberView } from "~/features/staff/member-view";
import { membersSchema } from "~/features/staff/members.schema";
import { paramsOf } from "~/lib/address";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/staff";

export const handle = { desk: { view: "settings.staff" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Staff") }];

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = membersSchema.parse(paramsOf(url));
	const [, page] = await asStaff(context, handle, ({ staff }, session) => staff.members.list(session, query));
	return { query, members: page.items.map(memberView), next: page.next };
}

export default function StaffPage({ loaderData }: Route.ComponentProps) {
	return <StaffList {...loaderData} />;
}
