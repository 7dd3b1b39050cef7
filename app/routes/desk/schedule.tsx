import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DeskSchedule } from "~/features/health/components/desk-schedule";
import { scheduleView } from "~/features/health/schedule-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/schedule";

export const handle = {
	desk: { view: "settings.services", actions: { start: "settings.services" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Schedule") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [, found] = await asStaff(context, handle, ({ taskRuns }, session) => taskRuns.list(session));
	return { schedule: scheduleView(found) };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { form, fields, session } = sent.value;
	const started = await context.get(servicesContext).taskRuns.start(session, String(fields.task ?? ""));
	return started.ok
		? deskDone(context, url, "It starts within seconds. Reload the page to see how it went.")
		: deskFailure(started.error, form);
}

export default function Schedule({ loaderData, actionData }: Route.ComponentProps) {
	return <DeskSchedule {...loaderData} answer={actionData} />;
}
