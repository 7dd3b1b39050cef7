import { pageTitle } from "~/components/layout/page-title";
import { EmailList } from "~/features/email-desk/components/email-pages";
import { emailListView } from "~/features/email-desk/email-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { asStaff } from "~/middleware/as-staff";
import type { Route } from "./+types/emails";

export const handle = { desk: { view: "settings.email" } } satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Emails") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [, rows] = await asStaff(context, handle, ({ emailDesk }, session) => emailDesk.list(session));
	return { emails: emailListView(rows) };
}

export default function Emails({ loaderData }: Route.ComponentProps) {
	return <EmailList {...loaderData} />;
}
