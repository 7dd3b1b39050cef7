import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DeskSchedule } from "~/features/health/components/desk-schedule";
import { scheduleView } from "~/features/health/schedule-view";
import { ReminderDaysForm } from "~/features/renewals/components/reminder-days-form";
import { readReminderDays } from "~/features/renewals/reminder-days.schema";
import { reminderDaysView } from "~/features/renewals/reminder-days-view";
import type { DeskHandle } from "~/features/staff/desk-handle";
import { version } from "~/features/staff/members.schema";
import { parse } from "~/lib/parse";
import { asStaff, staffForm } from "~/middleware/as-staff";
import { deskDone, deskFailure } from "~/middleware/desk-answer";
import type { Route } from "./+types/schedule";

export const handle = {
	desk: { view: "settings.services", actions: { start: "settings.services", remind: "settings.services" } },
} as const satisfies DeskHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Schedule") }];

export async function loader({ context }: Route.LoaderArgs) {
	const [, [found, days]] = await asStaff(context, handle, ({ taskRuns, renewals }, session) =>
		Promise.all([taskRuns.list(session), renewals.reminderSchedule.find(session)]),
	);
	return { schedule: scheduleView(found), days: reminderDaysView(days) };
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const sent = await staffForm(context, request, handle);
	if (!sent.ok) return deskFailure(sent.error);
	const { intent, form, fields, session } = sent.value;
	if (intent === "remind") {
		const loaded = parse(version, fields.version);
		const days = readReminderDays(form);
		if (!days.ok) return deskFailure(days.error, form);
		if (!loaded.ok) return deskFailure(loaded.error, form);
		const { reminderSchedule } = context.get(servicesContext).renewals;
		const saved = await reminderSchedule.save(session, loaded.value, days.value);
		return saved.ok
			? deskDone(context, url, "Saved. It applies to what is due after today.")
			: deskFailure(saved.error, form);
	}
	const started = await context.get(servicesContext).taskRuns.start(session, String(fields.task ?? ""));
	return started.ok
		? deskDone(context, url, "It starts within seconds. Reload the page to see how it went.")
		: deskFailure(started.error, form);
}

export default function Schedule({ loaderData, actionData }: Route.ComponentProps) {
	const { schedule, days } = loaderData;
	return (
		<DeskSchedule schedule={schedule} answer={actionData}>
			<ReminderDaysForm days={days} answer={actionData} />
		</DeskSchedule>
	);
}
