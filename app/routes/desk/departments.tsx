import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { version } from "~/features/staff/members.schema";
import { DepartmentsPage } from "~/features/tickets/components/departments-page";
import { readSupportSettings } from "~/features/tickets/departments.schema";
import { departmentsView } from "~/features/tickets/departments-view";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/departments";

export const handle = {
	desk: { view: "settings.departments", actions: { save: "settings.departments" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Departments") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [, found] = await asStaff(context, handle, ({ departments }, session) => departments.find(session));
	return { settings: departmentsView(found) };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, session } = sent.value;
	const loaded = parse(version, fields.version);
	const settings = readSupportSettings(form);
	if (!settings.ok) return deskFailure(settings.error, form);
	if (!loaded.ok) return deskFailure(loaded.error, form);
	const done = await context.get(servicesContext).departments.save(session, loaded.value, settings.value);
	return done.ok
		? deskDone(context, url, "Saved. The next messages are due by these hours.")
		: deskFailure(done.error, form);
}

export default function Departments({ loaderData, actionData }: Route.ComponentProps) {
	return <DepartmentsPage {...loaderData} answer={actionData} />;
}
